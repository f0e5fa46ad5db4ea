// purpose: one level of impact: the entities affected when any entity of the frontier changes
// mode: read
// params: workspace, as_of, valid_at, slot, frontier, seen, limit
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
// Bound first, then build: the evidence of a hub's edges is never put together. The most central first, then by name: where no run
// of the topics is known (`slot` is null) all ranks are 0, and the part is the same each time.
WITH a, collect({via: x, r: r}) AS edges, coalesce(CASE $slot WHEN 'a' THEN a.rank_a WHEN 'b' THEN a.rank_b END, 0) AS rank
ORDER BY rank DESC, a.name, a.id LIMIT $limit
UNWIND edges AS edge WITH a, rank, edge.via AS via, edge.r AS r ORDER BY r.valid_from, r.seq, r.item, r.id
WITH a, rank, collect(via.id)[0] AS via, collect({source: startNode(r).name, target: endNode(r).name, type: r.type,
  reason: r.reason, semantic: r.semantic, record: r.record, author: r.author, since: toString(r.valid_from), precision: r.precision}) AS evidence
WITH a, rank, via, evidence ORDER BY rank DESC, a.name, a.id
RETURN a {.id, .name, .type} AS entity, via, evidence
