// purpose: every edge between two entities, ended ones too, or those parked on one: with its times and every end it was given
// mode: read
// params: workspace, as_of, valid_at, a, b, after, limit
// returns: link, stated_source, stated_target, parked, holds, times
CALL () {
  MATCH (x:Entity {id: $a, workspace: $workspace}) MATCH (y:Entity {id: $b, workspace: $workspace})
  MATCH (x)-[r:RELATION]-(y)
  RETURN r, startNode(r) AS source, endNode(r) AS target, false AS parked
  UNION
  MATCH (x:Entity {id: $a, workspace: $workspace})<-[r:PARKED]-(:Merge) WHERE $a = $b
  RETURN r, x AS source, x AS target, true AS parked
}
WITH r, source, target, parked, datetime.truncate('microsecond', r.valid_from) AS at
WHERE r.recorded_at <= $as_of AND ($after IS NULL OR [at, r.seq, r.item, r.id] > $after)
WITH r, source, target, parked, at ORDER BY at, r.seq, r.item, r.id LIMIT $limit
OPTIONAL MATCH (s:Entity {id: r.stated_source})
OPTIONAL MATCH (t:Entity {id: r.stated_target})
CALL (r) {
  UNWIND coalesce(r.ends_act, []) AS act
  CALL (act) {
    MATCH (a:Record {id: act}) RETURN a.title AS why, a.valid_from AS valid_from, a.precision AS precision
    UNION ALL
    MATCH (a:Act {id: act}) RETURN a.reason AS why, null AS valid_from, null AS precision
  }
  RETURN collect(DISTINCT {id: act, why: why, valid_from: valid_from, precision: precision}) AS acts
}
RETURN {id: r.id, source: source.name, target: target.name, type: r.type, reason: r.reason, record: r.record, author: r.author,
    since: r.valid_from, precision: r.precision, assumed: r.assumed} AS link,
  coalesce(s.name, source.name) AS stated_source, coalesce(t.name, target.name) AS stated_target, parked, holds(r) AS holds,
  r {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq, .item, .author,
    .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: acts} AS times
ORDER BY at, r.seq, r.item, r.id
