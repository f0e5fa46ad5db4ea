// purpose: the links with an edge that was stated, ended, begun or reinstated between two readings, by name
// mode: read
// params: workspace, as_of, known, start, until, undirected, after, limit
// returns: source, type, target, undirected
CALL () {
  // Whatever was learned of an edge since then, its start or an end, moved `ended_at`. What only began or ended comes after.
  MATCH (a)-[x:RELATION]->(b)
  WHERE x.workspace = $workspace AND x.ended_at > $known
  RETURN a, x, b
  UNION ALL
  MATCH (a)-[x:RELATION]->(b)
  WHERE x.workspace = $workspace AND x.valid_to > $start AND x.valid_to <= $until
  RETURN a, x, b
  UNION ALL
  MATCH (r:Record)
  USING INDEX r:Record(workspace, valid_from)
  WHERE r.workspace = $workspace AND r.valid_from > $start AND r.valid_from <= $until AND r.recorded_at <= $known
  UNWIND [r.id] AS id
  MATCH (a)-[x:RELATION {record: id}]->(b)
  RETURN a, x, b
}
WITH x, [a.name, a.id] AS a, [b.name, b.id] AS b, x.type IN $undirected AS undirected WHERE x.recorded_at <= $as_of
// A link without direction is one whichever way its edges were stated.
WITH x.type AS type, undirected, undirected AND b < a AS turned, a, b
WITH type, undirected, CASE WHEN turned THEN b ELSE a END AS s, CASE WHEN turned THEN a ELSE b END AS t
WHERE $after IS NULL OR [s[0], type, t[0], s[1], t[1]] > $after
WITH DISTINCT s[0] AS from, type, t[0] AS to, s[1] AS source_id, t[1] AS target_id, undirected
ORDER BY from, type, to, source_id, target_id LIMIT $limit
MATCH (source:Entity {id: source_id}) MATCH (target:Entity {id: target_id})
RETURN source {.id, .name, .type} AS source, type, target {.id, .name, .type} AS target, undirected
ORDER BY source.name, type, target.name, source.id, target.id
