// purpose: what somebody has to do: the links that say so and hold, those that end first coming first
// mode: read
// params: workspace, as_of, valid_at, owner, meaning, limit
// returns: id, owner, task, reason, record, author, since, precision, due, due_precision
CALL () {
  MATCH (p:Entity {id: $owner, workspace: $workspace}) RETURN p
  UNION
  MATCH (p:Entity {workspace: $workspace}) WHERE $owner IS NULL AND p.type > '' RETURN p  // an index holds workspace and type
}
MATCH (p)-[r:RELATED_TO]-(t:Entity)
WHERE r.semantic = $meaning AND r.stated_source = p.id AND holds(r)
  AND NOT EXISTS { (t)<-[s:SOLVES]-(:Entity) WHERE holds(s) }
WITH p, r, t ORDER BY r.stated_to, r.valid_from, r.seq, r.item, r.id LIMIT $limit
RETURN r.id AS id, p {.id, .name, .type} AS owner, t {.id, .name, .type} AS task, r.reason AS reason, r.record AS record,
  r.author AS author, r.valid_from AS since, r.precision AS precision, r.stated_to AS due, r.stated_precision AS due_precision
