// purpose: on the valid clock: the records that begin in a period, in order
// mode: read
// params: workspace, as_of, valid_at, from, until, holding, after, limit
// returns: event, record, second, nano, seq, item
MATCH (r:Record)
WHERE r.workspace = $workspace AND r.valid_from >= $from AND r.valid_from < $until AND r.recorded_at <= $as_of
  AND (NOT $holding OR holds(r))
  AND ($after IS NULL OR [r.valid_from.epochSeconds, r.valid_from.nanosecond, r.seq, r.item, 0, r.id] > $after)
// With the workspace in front the order is that of the index: no more is read than a page.
WITH r ORDER BY r.workspace, r.valid_from, r.seq, r.item, r.id LIMIT $limit
RETURN 'began' AS event, r.id AS record, r.valid_from.epochSeconds AS second, r.valid_from.nanosecond AS nano, r.seq AS seq, r.item AS item
