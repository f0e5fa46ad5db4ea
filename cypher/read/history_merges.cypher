// purpose: the merges that entities took part in, undone ones too, and the changes of their type
// mode: read
// params: workspace, entities, limit
// returns: merges, retypes
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
RETURN merges, retypes
