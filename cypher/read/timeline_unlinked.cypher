// purpose: on the valid clock: the edges that end in a period on their own, not with their record, in order
// mode: read
// params: workspace, as_of, valid_at, from, until, holding, after, limit
// returns: event, record, second, nano, seq, item, edge
CALL () {
  MATCH (:Entity)-[x:RELATION]->(:Entity)
  WHERE x.workspace = $workspace AND x.valid_to >= $from AND x.valid_to < $until AND x.ended_at <= $as_of
  RETURN x, x.valid_to AS end
  UNION ALL
  MATCH (:Entity)-[x:RELATION]->(:Entity)
  WHERE x.workspace = $workspace AND x.ended_at > $as_of AND x.recorded_at <= $as_of
  WITH x, end_of(x) AS end WHERE end >= $from AND end < $until
  RETURN x, end
}
WITH x, end, end.epochSeconds AS second, end.nanosecond AS nano, [i IN range(0, size(coalesce(x.ends_learned, [])) - 1)
  WHERE x.ends_learned[i] <= $as_of AND $as_of < x.ends_undone[i] AND x.ends_valid_to[i] = end] AS given
// Of equal ends the one learned first counts; a conflict that empties a record gives an edge two at once.
WHERE end < x.stated_to AND any(i IN given WHERE x.ends_how[i] IN ['retired', 'conflict']
    AND none(j IN given WHERE x.ends_learned[j] < x.ends_learned[i]))
  AND (NOT $holding OR holds(x)) AND ($after IS NULL OR [second, nano, x.seq, x.item, 1, x.id] > $after)
RETURN 'ended' AS event, x.record AS record, second, nano, x.seq AS seq, x.item AS item, x.id AS edge
ORDER BY second, nano, seq, item, edge LIMIT $limit
