// purpose: chains of records that replace each other in a ring, which no write makes and only a foreign file may hold
// mode: read
// params: workspaces
// returns: workspace, chain
// plan: all records, or all of one workspace; the way back is sought only from a record that replaces a later one
UNWIND $workspaces AS workspace
MATCH (a:Record {workspace: workspace})-[:SUPERSEDES|CORRECTS]->(b:Record)
WHERE a.seq < b.seq OR (a.seq = b.seq AND a.item <= b.item)
CALL (a, b) {
  WITH a, b WHERE a = b
  RETURN [a.id] AS chain
  UNION ALL
  WITH a, b WHERE a <> b
  MATCH way = shortestPath((b)-[:SUPERSEDES|CORRECTS*1..200]->(a))
  RETURN [n IN nodes(way) | n.id] AS chain
}
RETURN DISTINCT workspace, chain
