// purpose: on the recorded clock: the edges that were ended, or reinstated, on their own in a period, in order
// mode: read
// params: workspace, as_of, valid_at, from, until, holding, after, limit
// returns: event, record, second, nano, seq, item, edge
// What ended an edge knows it: a record that retires or gainsays links begins to be known when their ends do.
CALL () {
  MATCH (r:Record)
  WHERE r.workspace = $workspace AND r.recorded_at >= $from AND r.recorded_at < $until AND r.recorded_at <= $as_of
    AND r.ended_at >= $from AND r.ended_edges IS NOT NULL
  UNWIND r.ended_edges AS id
  MATCH (:Entity)-[x:RELATION {id: id}]->(:Entity)
  WHERE any(i IN range(0, size(x.ends_act) - 1) WHERE x.ends_act[i] = r.id AND x.ends_how[i] IN ['retired', 'conflict'])
  RETURN x, r.recorded_at AS at
  UNION
  MATCH (t:Act)
  WHERE t.workspace = $workspace AND t.seq >= 0 AND t.kind = 'reinstate'
    AND t.recorded_at >= $from AND t.recorded_at < $until AND t.recorded_at <= $as_of
  UNWIND [t.target] AS id
  MATCH (:Entity)-[x:RELATION {id: id}]->(:Entity)
  RETURN x, t.recorded_at AS at
}
WITH x, at,
  reduce(end = x.stated_to, i IN range(0, size(x.ends_learned) - 1) |
    CASE WHEN x.ends_learned[i] <= at AND at < x.ends_undone[i] AND x.ends_valid_to[i] < end THEN x.ends_valid_to[i] ELSE end END) AS end,
  reduce(end = x.stated_to, i IN range(0, size(x.ends_learned) - 1) |
    CASE WHEN x.ends_learned[i] < at AND at <= x.ends_undone[i] AND x.ends_valid_to[i] < end THEN x.ends_valid_to[i] ELSE end END) AS before
WITH x, CASE WHEN end < before THEN 'ended' ELSE 'reinstated' END AS event, end <> before AS moved,
  at.epochSeconds AS second, at.nanosecond AS nano
WHERE moved AND x.workspace = $workspace AND (NOT $holding OR holds(x))
  AND ($after IS NULL OR [second, nano, x.seq, x.item, CASE event WHEN 'ended' THEN 1 ELSE 3 END, x.id] > $after)
RETURN event, x.record AS record, second, nano, x.seq AS seq, x.item AS item, x.id AS edge
ORDER BY second, nano, seq, item, event, edge LIMIT $limit
