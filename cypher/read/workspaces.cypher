// purpose: every workspace, with its clock
// mode: read
// params:
// returns: id, clock, seq
// plan: scan, of the few workspaces
MATCH (w:Workspace)
RETURN w.id AS id, w.clock AS clock, w.seq AS seq ORDER BY id
