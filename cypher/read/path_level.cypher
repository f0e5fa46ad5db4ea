// purpose: one level of a search for a path: what current links join to any entity of the frontier, each once
// mode: read
// params: workspace, as_of, valid_at, frontier, seen, limit
// returns: entity, via, forward, evidence
UNWIND $frontier AS id
MATCH (x:Entity {id: id, workspace: $workspace})-[r:RELATION]-(a:Entity)
WHERE NOT a.id IN $seen AND holds(r)
// By name, so that the part within the bound is the same each time.
WITH a, collect({via: x, r: r}) AS edges ORDER BY a.name, a.id LIMIT $limit
UNWIND edges AS edge WITH a, edge.via AS via, edge.r AS r ORDER BY r.valid_from, r.seq, r.item, r.id
WITH a, collect({via: via, r: r})[0] AS first
WITH a, first.via AS via, first.r AS r
RETURN a {.id, .name, .type} AS entity, via {.id, .name, .type} AS via, startNode(r) = via AS forward,
  {id: r.id, source: startNode(r).name, target: endNode(r).name, type: r.type, reason: r.reason, semantic: r.semantic, record: r.record,
    author: r.author, since: r.valid_from, precision: r.precision, assumed: r.assumed} AS evidence
ORDER BY entity.name, entity.id
