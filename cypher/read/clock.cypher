// purpose: the committed clock of a workspace, the database's now, and where the newest ranks stand: what every reading begins with
// mode: read
// params: workspace
// returns: clock, seq, now, ranked, ranked_at, ontology
MATCH (w:Workspace {id: $workspace})
RETURN w.clock AS clock, w.seq AS seq, datetime.truncate('microsecond', datetime.realtime('UTC')) AS now,
  w.topics_slot AS ranked, w.topics_at AS ranked_at, w.ontology AS ontology
