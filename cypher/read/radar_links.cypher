// purpose: the impact links that join each of a few entities to others, the oldest of them shown
// mode: read
// params: workspace, as_of, valid_at, entities, evidence
// returns: entity, total, links
UNWIND $entities AS id
MATCH (e:Entity {id: id, workspace: $workspace})
CALL (e) {
  MATCH (e)-[r:IMPACT]-(:Entity) WHERE holds(r)
  WITH r ORDER BY r.valid_from, r.seq, r.item, r.id
  RETURN collect(r) AS edges
}
RETURN e.id AS entity, size(edges) AS total, [r IN edges[..$evidence] | {id: r.id, source: startNode(r).name, target: endNode(r).name,
  type: r.type, reason: r.reason, record: r.record, author: r.author, since: r.valid_from, precision: r.precision,
  assumed: r.assumed}] AS links
