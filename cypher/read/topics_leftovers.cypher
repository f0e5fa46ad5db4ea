// purpose: projections that a crashed process of ours left in the memory of the server
// mode: read
// params: prefix, seconds
// returns: graph
CALL gds.graph.list() YIELD graphName, creationTime
WITH graphName, creationTime
WHERE graphName STARTS WITH $prefix AND creationTime < datetime.realtime() - duration({seconds: $seconds})
RETURN graphName AS graph ORDER BY graph
