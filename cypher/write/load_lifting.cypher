// purpose: the impact links that are later than a mark of removal on one of their ends: they lift it, or did
// mode: read
// params: workspace, entities
// returns: edge, source, target, parked_on, ends
UNWIND $entities AS id
MATCH (e:Entity {id: id, workspace: $workspace})<-[:REMOVES]-(x:Removal)
CALL (e, x) {
  MATCH (e)-[r:IMPACT]-(:Entity) WHERE later(r, x)
  RETURN r, startNode(r) AS a, endNode(r) AS b, null AS merge
  UNION
  MATCH (e)<-[r:PARKED]-(m:Merge) WHERE later(r, x)
  RETURN r, e AS a, e AS b, m AS merge
}
RETURN DISTINCT properties(r) AS edge, a.id AS source, b.id AS target, merge.id AS parked_on,
  [a {.id, .name, .type}, b {.id, .name, .type}] AS ends
