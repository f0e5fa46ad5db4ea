// purpose: the key of a workspace's digests, if it has one, and the clocks that bound what may be imported
// mode: read
// params: workspace
// returns: clock, secret, erasures, now
OPTIONAL MATCH (w:Workspace {id: $workspace})
RETURN w.clock AS clock, w.secret AS secret, EXISTS { (:Tombstone {workspace: $workspace}) } AS erasures,
  datetime.truncate('microsecond', datetime.realtime('UTC')) AS now
