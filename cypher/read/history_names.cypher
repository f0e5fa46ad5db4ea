// purpose: the names that lead to entities, each with who stated it when, and the marks of removal
// mode: read
// params: workspace, as_of, entities, limit
// returns: names, removals
CALL () {
  UNWIND $entities AS id
  MATCH (e:Entity {id: id, workspace: $workspace})<-[:NAMES]-(n:Name)
  MATCH (h:Entity {id: n.home})
  WITH e, n, h ORDER BY n.seq, n.key LIMIT $limit
  // A name has no times of its own: the request that added it stored a record.
  CALL (n) {
    MATCH (r:Record {workspace: $workspace, seq: n.seq})
    WITH r LIMIT 1
    RETURN collect(r)[0] AS first
  }
  RETURN collect({name: n.name, type: n.type, entity: e {.id, .name, .type}, home: h {.id, .name, .type}, author: first.author,
    recorded_at: first.recorded_at}) AS names
}
CALL () {
  UNWIND $entities AS id
  MATCH (:Entity {id: id, workspace: $workspace})<-[:REMOVES]-(x:Removal) WHERE x.recorded_at <= $as_of
  WITH x ORDER BY x.seq, x.item, x.id LIMIT $limit
  RETURN collect(x {.record, .author, .valid_from, .precision, .recorded_at}) AS removals
}
RETURN names, removals
