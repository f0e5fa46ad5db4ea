// purpose: what made entities what they are: their names, merges, changes of type and marks of removal
// mode: read
// params: workspace, as_of, entities, limit
// returns: names, merges, retypes, removals
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
  MATCH (h:Entity {workspace: $workspace}) WHERE h.id IN $entities OR h.survivor IN $entities
  RETURN collect(h.id) AS homes
}
CALL (homes) {
  MATCH (m:Merge)
  WHERE m.workspace = $workspace AND m.seq >= 0 AND (m.loser IN homes OR m.survivor IN homes)
  MATCH (l:Entity {id: m.loser}) MATCH (s:Entity {id: m.survivor})
  WITH m, l, s ORDER BY m.seq, m.id LIMIT $limit
  RETURN collect(m {.id, .author, .reason, .recorded_at, .undone_at, .undone_by, .undone_reason,
    loser: l {.id, .name, .type}, survivor: s {.id, .name, .type}}) AS merges
}
CALL (homes) {
  MATCH (t:Act)
  WHERE t.workspace = $workspace AND t.seq >= 0 AND t.kind = 'retype' AND t.target IN homes
  MATCH (e:Entity {id: t.target})
  WITH t, e ORDER BY t.seq, t.id LIMIT $limit
  RETURN collect(t {.id, .author, .reason, .recorded_at, .old, .new, entity: e {.id, .name, .type}}) AS retypes
}
CALL () {
  UNWIND $entities AS id
  MATCH (:Entity {id: id, workspace: $workspace})<-[:REMOVES]-(x:Removal) WHERE x.recorded_at <= $as_of
  WITH x ORDER BY x.seq, x.item, x.id LIMIT $limit
  RETURN collect(x {.record, .author, .valid_from, .precision, .recorded_at}) AS removals
}
RETURN names, merges, retypes, removals
