// purpose: on the recorded clock: each time in a period when the known end of a record moved, in order
// mode: read
// params: workspace, as_of, valid_at, from, until, holding, after, limit
// returns: event, record, second, nano, seq, item
MATCH (r:Record)
WHERE r.workspace = $workspace AND r.ended_at >= $from AND r.ends_learned IS NOT NULL AND r.recorded_at <= $as_of
  AND (NOT $holding OR holds(r))
UNWIND r.ends_learned + r.ends_undone AS at
WITH DISTINCT r, at WHERE at >= $from AND at < $until AND at <= $as_of
WITH r, at,
  reduce(end = r.stated_to, i IN range(0, size(r.ends_learned) - 1) |
    CASE WHEN r.ends_learned[i] <= at AND at < r.ends_undone[i] AND r.ends_valid_to[i] < end THEN r.ends_valid_to[i] ELSE end END) AS end,
  reduce(end = r.stated_to, i IN range(0, size(r.ends_learned) - 1) |
    CASE WHEN r.ends_learned[i] < at AND at <= r.ends_undone[i] AND r.ends_valid_to[i] < end THEN r.ends_valid_to[i] ELSE end END) AS before
// An end learned beside an earlier one changes no answer.
WITH r, CASE WHEN end < before THEN 'ended' ELSE 'reinstated' END AS event, end <> before AS moved,
  at.epochSeconds AS second, at.nanosecond AS nano
WHERE moved AND ($after IS NULL OR [second, nano, r.seq, r.item, CASE event WHEN 'ended' THEN 2 ELSE 3 END, r.id] > $after)
RETURN event, r.id AS record, second, nano, r.seq AS seq, r.item AS item
ORDER BY second, nano, seq, item, event, record LIMIT $limit
