// purpose: one level of impact: the entities affected when any entity of the frontier changes
// mode: read
// params: workspace, as_of, valid_at, frontier, seen, limit
// returns: entity, via, evidence
UNWIND $frontier AS id
MATCH (x:Entity {id: id, workspace: $workspace})
// Edges keep the direction they were stated in: two directed expansions, for an undirected one would walk every edge of a hub.
CALL (x) {
  MATCH (x)<-[r:DEPENDS_ON|IMPLEMENTS]-(a:Entity) RETURN a, r
  UNION ALL
  MATCH (x)-[r:REQUIRED_BY]->(a:Entity) RETURN a, r
}
WITH x, a, r
WHERE holds(r) AND NOT a.id IN $seen
// Bound first, then build: the evidence of a hub's edges is never put together. By name, so that the part is the same each time.
WITH a, collect({via: x, r: r}) AS edges ORDER BY a.name, a.id LIMIT $limit
UNWIND edges AS edge WITH a, edge.via AS via, edge.r AS r ORDER BY r.valid_from, r.seq, r.item, r.id
WITH a, collect(via.id)[0] AS via, collect({source: startNode(r).name, target: endNode(r).name, type: r.type,
  reason: r.reason, record: r.record, author: r.author, since: toString(r.valid_from), precision: r.precision}) AS evidence
RETURN a {.id, .name, .type} AS entity, via, evidence ORDER BY entity.name, entity.id
