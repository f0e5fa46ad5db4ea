// purpose: the committed clock of a workspace and the database's now, from which every reading takes its two instants
// mode: read
// params: workspace
// returns: clock, seq, now
MATCH (w:Workspace {id: $workspace})
RETURN w.clock AS clock, w.seq AS seq, datetime.truncate('microsecond', datetime.realtime('UTC')) AS now
