// purpose: the times of edges, each with every end it was given and what gave it
// mode: read
// params: workspace, ids
// returns: id, times
UNWIND $ids AS id
MATCH (:Entity)-[x:RELATION {id: id}]->(:Entity) WHERE x.workspace = $workspace
CALL (x) {
  UNWIND coalesce(x.ends_act, []) AS act
  CALL (act) {
    MATCH (a:Record {id: act}) RETURN a.title AS why, a.valid_from AS valid_from, a.precision AS precision
    UNION ALL
    MATCH (a:Act {id: act}) RETURN a.reason AS why, null AS valid_from, null AS precision
  }
  RETURN collect(DISTINCT {id: act, why: why, valid_from: valid_from, precision: precision}) AS acts
}
RETURN x.id AS id, x {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq, .item, .author,
  .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: acts} AS times
