// purpose: on the valid clock: the records that end in a period, by the end known at the instant asked, in order
// mode: read
// params: workspace, as_of, valid_at, from, until, holding, after, limit
// returns: event, record, second, nano, seq, item
CALL () {
  MATCH (r:Record)
  WHERE r.workspace = $workspace AND r.valid_to >= $from AND r.valid_to < $until AND r.ended_at <= $as_of
  RETURN r, r.valid_to AS end
  UNION ALL
  // What was learned of an end since then is not known yet: these few have another end than the index says.
  MATCH (r:Record)
  WHERE r.workspace = $workspace AND r.ended_at > $as_of AND r.recorded_at <= $as_of
  WITH r, end_of(r) AS end WHERE end >= $from AND end < $until
  RETURN r, end
}
WITH r, end.epochSeconds AS second, end.nanosecond AS nano
WHERE (NOT $holding OR holds(r)) AND ($after IS NULL OR [second, nano, r.seq, r.item, 2, r.id] > $after)
RETURN 'ended' AS event, r.id AS record, second, nano, r.seq AS seq, r.item AS item
ORDER BY second, nano, seq, item, record LIMIT $limit
