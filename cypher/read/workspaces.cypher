// purpose: every workspace, with its clock
// mode: read
// params:
// returns: id, clock, seq
// plan: scan, of the few workspaces
// One that is being deleted meanwhile is met without its properties.
MATCH (w:Workspace) WHERE w.clock IS NOT NULL
RETURN w.id AS id, w.clock AS clock, w.seq AS seq ORDER BY id
