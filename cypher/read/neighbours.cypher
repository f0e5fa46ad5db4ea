// purpose: what current links join to an entity, by name, each with its links and their oldest evidence
// mode: read
// params: workspace, as_of, valid_at, entity, types, own, undirected, name, id, limit, each
// returns: entity, links
MATCH (e:Entity {id: $entity, workspace: $workspace})-[r:RELATION]-(o:Entity)
WHERE ($types IS NULL OR r.type IN $types OR r.semantic IN $own) AND ($name IS NULL OR [o.name, o.id] > [$name, $id]) AND holds(r)
// Bound first, then build: the evidence of a hub's edges is never put together.
WITH e, o, collect(r) AS edges ORDER BY o.name, o.id LIMIT $limit
CALL (e, edges) {
  UNWIND edges AS r WITH e, r ORDER BY r.valid_from, r.seq, r.item, r.id
  WITH r.type AS type, CASE WHEN r.type IN $undirected THEN 'both' WHEN startNode(r) = e THEN 'out' ELSE 'in' END AS direction, collect(r) AS same
  ORDER BY direction DESC, type
  RETURN collect({type: type, direction: direction, evidence_total: size(same), evidence: [r IN same[..$each] | {id: r.id,
    source: startNode(r).name, target: endNode(r).name, type: r.type, reason: r.reason, semantic: r.semantic, record: r.record, author: r.author,
    since: r.valid_from, precision: r.precision, assumed: r.assumed}]}) AS links
}
RETURN o {.id, .name, .type} AS entity, links ORDER BY entity.name, entity.id
