// purpose: records in short, each with its times, every end it was given and what gave it
// mode: read
// params: workspace, as_of, valid_at, ids
// returns: record, times, holds
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})
CALL (r) {
  UNWIND coalesce(r.ends_act, []) AS act
  CALL (act) {
    MATCH (a:Record {id: act}) RETURN a.title AS why, a.valid_from AS valid_from, a.precision AS precision
    UNION ALL
    MATCH (a:Act {id: act}) RETURN a.reason AS why, null AS valid_from, null AS precision
  }
  RETURN collect(DISTINCT {id: act, why: why, valid_from: valid_from, precision: precision}) AS acts
}
RETURN r {.id, .kind, .title, .author, .session,
    description: coalesce(r.solution, r.answer, r.description, r.reason, r.definition, r.requirement, r.statement, r.text)} AS record,
  r {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq, .item, .author,
    .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: acts} AS times,
  holds(r) AS holds
