// purpose: day: everything that was connected at $valid_at, as the memory knew it at $as_of
// mode: read
// params: workspace, as_of, valid_at
// returns: a, r, b
MATCH (a:Entity {workspace: $workspace}) WHERE a.name >= ''
MATCH (a)-[r:RELATION]->(b:Entity) WHERE holds(r)
RETURN a, r, b LIMIT 1000
