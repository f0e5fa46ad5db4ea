// purpose: the current links of an entity, each with its other end and its oldest evidence
// mode: read
// params: workspace, as_of, valid_at, entity, undirected, limit, each
// returns: direction, type, entity, evidence_total, evidence
MATCH (e:Entity {id: $entity, workspace: $workspace})
CALL (e) {
  MATCH (e)-[r:RELATION]->(o:Entity) RETURN r, o, 'out' AS way
  UNION ALL
  MATCH (e)<-[r:RELATION]-(o:Entity) RETURN r, o, 'in' AS way
}
WITH r, o, CASE WHEN r.type IN $undirected THEN 'both' ELSE way END AS direction WHERE holds(r)
// Bound first, then build: the evidence of a hub's edges is never put together. By name, so that the part is the same each time.
WITH direction, r.type AS type, o, collect(r) AS edges ORDER BY direction DESC, type, o.name, o.id LIMIT $limit
CALL (edges) {
  UNWIND edges AS r WITH r ORDER BY r.valid_from, r.seq, r.item, r.id LIMIT $each
  RETURN collect({id: r.id, source: startNode(r).name, target: endNode(r).name, type: r.type, reason: r.reason, semantic: r.semantic, record: r.record,
    author: r.author, since: r.valid_from, precision: r.precision, assumed: r.assumed}) AS evidence
}
RETURN direction, type, o {.id, .name, .type} AS entity, size(edges) AS evidence_total, evidence
ORDER BY direction DESC, type, entity.name, entity.id
