// purpose: the thing asked about and its fixes: the earliest current mention of it, then what solves it
// mode: read
// params: workspace, as_of, valid_at, entity, limit
// returns: role, entity, of, edge, type, reason, record, author, valid_from, precision, assumed, seq, item
MATCH (x:Entity {id: $entity, workspace: $workspace})
CALL (x) {
  MATCH (x)<-[m:MENTIONS]-(:Record) WHERE holds(m)
  RETURN 'subject' AS role, x AS a, null AS of, m AS r, m.description AS reason ORDER BY m.valid_from, m.seq, m.item, m.id LIMIT 1
  UNION ALL
  MATCH (x)<-[s:SOLVES]-(a:Entity) WHERE holds(s)
  RETURN 'fix' AS role, a, x AS of, s AS r, s.reason AS reason ORDER BY s.valid_from, s.seq, s.item, s.id LIMIT $limit
}
RETURN role, a {.id, .name, .type} AS entity, of {.id, .name, .type} AS of, r.id AS edge, r.type AS type, reason,
  r.record AS record, r.author AS author, r.valid_from AS valid_from, r.precision AS precision, r.assumed AS assumed,
  r.seq AS seq, r.item AS item
