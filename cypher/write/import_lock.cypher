// purpose: take the lock of the workspace for one batch of an import; its clock stays, for an import tells what was known before
// mode: write
// params: workspace
// returns: clock, seq, secret
// plan: eager, one node
MATCH (w:Workspace {id: $workspace})
SET w.seq = w.seq
RETURN w.clock AS clock, w.seq AS seq, w.secret AS secret
