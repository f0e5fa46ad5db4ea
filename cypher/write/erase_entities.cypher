// purpose: delete entities with their names, descriptions, merges, marks, and every edge and mention of them
// mode: write
// params: workspace, ids
// returns: links, mentions, names
// plan: eager, bounded by what one entity takes part in
CALL () {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id, workspace: $workspace})
  MATCH (e)-[r:RELATION]-(:Entity)
  WITH DISTINCT r
  DELETE r
  RETURN count(r) AS edges
}
CALL () {
  MATCH (m:Merge {workspace: $workspace}) WHERE m.seq >= 0 AND (m.loser IN $ids OR m.survivor IN $ids)
  OPTIONAL MATCH (m)-[p:PARKED]->(:Entity)
  WITH collect(DISTINCT m) AS merges, count(p) AS parked
  FOREACH (m IN merges | DETACH DELETE m)
  RETURN parked
}
CALL () {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id, workspace: $workspace})
  MATCH (s)-[m:MENTIONS]->(e)
  WITH s, m
  DELETE m
  WITH collect(DISTINCT s) AS sources, count(*) AS mentions
  FOREACH (d IN [s IN sources WHERE s:Description] | DETACH DELETE d)
  RETURN mentions
}
CALL () {
  UNWIND $ids AS id
  MATCH (n:Name)-[:NAMES]->(:Entity {id: id, workspace: $workspace})
  DETACH DELETE n
  RETURN count(*) AS names
}
CALL () {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id, workspace: $workspace})
  OPTIONAL MATCH (x:Removal)-[:REMOVES]->(e)
  DETACH DELETE x, e
  RETURN count(*) AS entities
}
RETURN edges + parked AS links, mentions, names
