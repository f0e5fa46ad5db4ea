// purpose: everything that was said of entities, ended or not: descriptions, fields and what unset them, the newest first
// mode: read
// params: workspace, as_of, valid_at, entities, limit
// returns: entity, record, kind, description, fields, unset, holds, times
UNWIND $entities AS id
MATCH (e:Entity {id: id, workspace: $workspace})<-[m:MENTIONS]-()
WHERE m.recorded_at <= $as_of AND (m.description IS NOT NULL OR m.fields IS NOT NULL OR m.unset IS NOT NULL)
WITH e, m ORDER BY m.seq DESC, m.item DESC, m.id DESC LIMIT $limit
CALL (m) {
  UNWIND coalesce(m.ends_act, []) AS act
  CALL (act) {
    MATCH (a:Record {id: act}) RETURN a.title AS why, a.valid_from AS valid_from, a.precision AS precision
    UNION ALL
    MATCH (a:Act {id: act}) RETURN a.reason AS why, null AS valid_from, null AS precision
  }
  RETURN collect(DISTINCT {id: act, why: why, valid_from: valid_from, precision: precision}) AS acts
}
RETURN e {.id, .name, .type} AS entity, m.record AS record, m.kind AS kind, m.description AS description, m.fields AS fields,
  m.unset AS unset, holds(m) AS holds,
  m {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq, .item, .author,
    .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: acts} AS times
ORDER BY m.seq DESC, m.item DESC, m.id DESC
