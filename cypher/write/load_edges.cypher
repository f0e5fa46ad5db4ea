// purpose: the edges that a request can touch: of its records, by id, between pairs, and the impact links of entities
// mode: read
// params: workspace, records, ids, pairs, entities
// returns: edge, source, target, parked_on, ends
CALL () {
  UNWIND $records AS record
  MATCH (a:Entity)-[r:RELATION {record: record}]->(b:Entity) WHERE r.workspace = $workspace
  RETURN r, a, b, null AS merge
  UNION
  UNWIND $records AS record
  MATCH (m:Merge)-[r:PARKED {record: record}]->(b:Entity) WHERE r.workspace = $workspace
  RETURN r, b AS a, b, m AS merge
  UNION
  UNWIND $ids AS id
  MATCH (a:Entity)-[r:RELATION {id: id}]->(b:Entity) WHERE r.workspace = $workspace
  RETURN r, a, b, null AS merge
  UNION
  UNWIND $ids AS id
  MATCH (m:Merge)-[r:PARKED {id: id}]->(b:Entity) WHERE r.workspace = $workspace
  RETURN r, b AS a, b, m AS merge
  UNION
  UNWIND $pairs AS pair
  MATCH (x:Entity {id: pair[0]}) MATCH (y:Entity {id: pair[1]})
  MATCH (x)-[r:RELATION]-(y) WHERE r.workspace = $workspace
  RETURN r, startNode(r) AS a, endNode(r) AS b, null AS merge
  UNION
  UNWIND $entities AS entity
  MATCH (x:Entity {id: entity})-[r:IMPACT]-(:Entity) WHERE r.workspace = $workspace
  RETURN r, startNode(r) AS a, endNode(r) AS b, null AS merge
  UNION
  UNWIND $entities AS entity
  MATCH (b:Entity {id: entity})<-[r:PARKED]-(m:Merge) WHERE r.workspace = $workspace
  RETURN r, b AS a, b, m AS merge
}
RETURN properties(r) AS edge, a.id AS source, b.id AS target, merge.id AS parked_on, [a {.id, .name, .type}, b {.id, .name, .type}] AS ends
