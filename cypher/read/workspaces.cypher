// purpose: every workspace, with its clock and how much it holds
// mode: read
// params:
// returns: id, clock, seq
// plan: scan, of the few workspaces
MATCH (w:Workspace)
RETURN w.id AS id, w.clock AS clock, w.seq AS seq ORDER BY id
