// purpose: one level of causes: what brought about any entity of the frontier
// mode: read
// params: workspace, as_of, valid_at, frontier, seen, limit
// returns: entity, of, edge, type, reason, record, author, valid_from, precision, assumed, seq, item
UNWIND $frontier AS id
MATCH (x:Entity {id: id, workspace: $workspace})
CALL (x) {
  MATCH (x)-[r:CAUSED_BY]->(a:Entity) RETURN a, r
  UNION ALL
  MATCH (x)<-[r:LEADS_TO]-(a:Entity) RETURN a, r
}
WITH x, a, r WHERE holds(r) AND NOT a.id IN $seen
// One event an edge, the oldest first: what is beyond the limit is the same part on every call.
WITH x, a, r ORDER BY r.valid_from, r.seq, r.item, r.id LIMIT $limit
RETURN a {.id, .name, .type} AS entity, x {.id, .name, .type} AS of, r.id AS edge, r.type AS type, r.reason AS reason,
  r.record AS record, r.author AS author, r.valid_from AS valid_from, r.precision AS precision, r.assumed AS assumed,
  r.seq AS seq, r.item AS item
