// purpose: edges by id, parked ones too: what they state, the names they were stated with, their times and every end they were given
// mode: read
// params: workspace, as_of, valid_at, ids
// returns: link, stated_source, stated_target, parked, holds, times
UNWIND $ids AS id
CALL (id) {
  MATCH (a:Entity)-[r:RELATION {id: id}]->(b:Entity) RETURN r, a AS source, b AS target, false AS parked
  UNION ALL
  MATCH (:Merge)-[r:PARKED {id: id}]->(e:Entity) RETURN r, e AS source, e AS target, true AS parked
}
WITH r, source, target, parked WHERE r.workspace = $workspace
OPTIONAL MATCH (s:Entity {id: r.stated_source})
OPTIONAL MATCH (t:Entity {id: r.stated_target})
CALL (r) {
  UNWIND coalesce(r.ends_act, []) AS act
  CALL (act) {
    MATCH (x:Record {id: act}) RETURN x.title AS why, x.valid_from AS valid_from, x.precision AS precision
    UNION ALL
    MATCH (x:Act {id: act}) RETURN x.reason AS why, null AS valid_from, null AS precision
  }
  RETURN collect(DISTINCT {id: act, why: why, valid_from: valid_from, precision: precision}) AS acts
}
RETURN {id: r.id, source: source.name, target: target.name, type: r.type, reason: r.reason, semantic: r.semantic, record: r.record, author: r.author,
    since: r.valid_from, precision: r.precision, assumed: r.assumed} AS link,
  coalesce(s.name, source.name) AS stated_source, coalesce(t.name, target.name) AS stated_target, parked, holds(r) AS holds,
  r {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq, .item, .author,
    .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: acts} AS times
