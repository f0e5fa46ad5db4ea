// purpose: the links with an edge that was stated, ended, begun or reinstated between two readings, by name
// mode: read
// params: workspace, as_of, known, start, until, undirected, after, limit
// returns: source, type, target, undirected
CALL () {
  // Whatever was learned of an edge since then, its start or an end, moved `ended_at`.
  MATCH (:Entity)-[x:RELATION]->(:Entity)
  WHERE x.workspace = $workspace AND x.ended_at > $known
  RETURN x
  UNION
  MATCH (:Entity)-[x:RELATION]->(:Entity)
  WHERE x.workspace = $workspace AND x.valid_to > $start AND x.valid_to <= $until
  RETURN x
  UNION
  MATCH (r:Record)
  WHERE r.workspace = $workspace AND r.valid_from > $start AND r.valid_from <= $until
  UNWIND [r.id] AS id
  MATCH (:Entity)-[x:RELATION {record: id}]->(:Entity)
  RETURN x
}
WITH x, startNode(x) AS a, endNode(x) AS b, x.type IN $undirected AS undirected WHERE x.recorded_at <= $as_of
// A link without direction is one whichever way its edges were stated.
WITH x.type AS type, undirected, undirected AND [b.name, b.id] < [a.name, a.id] AS turned, a, b
WITH DISTINCT CASE WHEN turned THEN b ELSE a END AS source, type, CASE WHEN turned THEN a ELSE b END AS target, undirected
WHERE $after IS NULL OR [source.name, type, target.name, source.id, target.id] > $after
WITH source, type, target, undirected ORDER BY source.name, type, target.name, source.id, target.id LIMIT $limit
RETURN source {.id, .name, .type} AS source, type, target {.id, .name, .type} AS target, undirected
