// purpose: the next instant of a workspace that is locked already, for what an import itself decides
// mode: write
// params: workspace, now
// returns: clock, seq
// plan: eager, one node
MATCH (w:Workspace {id: $workspace})
SET w.seq = w.seq + 1
WITH w, coalesce($now, datetime.truncate('microsecond', datetime.realtime('UTC'))) AS now
SET w.clock = CASE WHEN now > w.clock THEN now ELSE w.clock + duration({microseconds: 1}) END
RETURN w.clock AS clock, w.seq AS seq
