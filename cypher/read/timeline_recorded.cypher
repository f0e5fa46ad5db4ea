// purpose: on the recorded clock: the records that the memory learned in a period, in order
// mode: read
// params: workspace, as_of, valid_at, from, until, holding, after, limit
// returns: event, record, second, nano, seq, item
MATCH (r:Record)
WHERE r.workspace = $workspace AND r.recorded_at >= $from AND r.recorded_at < $until AND r.recorded_at <= $as_of
  // Never before it was recorded: any of the two indexes serves.
  AND r.ended_at >= $from
  AND (NOT $holding OR holds(r))
  AND ($after IS NULL OR [r.recorded_at.epochSeconds, r.recorded_at.nanosecond, r.seq, r.item, 0, r.id] > $after)
WITH r ORDER BY r.workspace, r.recorded_at, r.seq, r.item, r.id LIMIT $limit
RETURN 'began' AS event, r.id AS record, r.recorded_at.epochSeconds AS second, r.recorded_at.nanosecond AS nano, r.seq AS seq, r.item AS item
