// purpose: the entities that records name, for many records at once
// mode: read
// params: workspace, ids, limit
// returns: id, entities
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})
CALL (r) {
  MATCH (r)-[:MENTIONS]->(e:Entity)
  WITH DISTINCT e ORDER BY e.name, e.id LIMIT $limit
  RETURN collect(e {.id, .name, .type}) AS entities
}
RETURN id, entities
