// purpose: the code components that current records about a file name, each with what depends on it directly
// mode: read
// params: workspace, as_of, valid_at, file, limit, each
// returns: component, dependents
MATCH (f:File {id: $file, workspace: $workspace})<-[:TOUCHES]-(:Record)-[m:MENTIONS]->(c:Entity)
WHERE c:CodeComponent AND holds(m)
WITH DISTINCT c ORDER BY c.name, c.id LIMIT $limit
CALL (c) {
  CALL (c) {
    MATCH (c)<-[r:DEPENDS_ON|IMPLEMENTS]-(a:Entity) RETURN a, r
    UNION ALL
    MATCH (c)-[r:REQUIRED_BY]->(a:Entity) RETURN a, r
  }
  WITH a, r WHERE holds(r)
  WITH a, collect(r) AS edges ORDER BY a.name, a.id LIMIT $each
  CALL (edges) {
    UNWIND edges AS r WITH r ORDER BY r.valid_from, r.seq, r.item, r.id LIMIT $each
    RETURN collect({source: startNode(r).name, target: endNode(r).name, type: r.type, reason: r.reason, record: r.record,
      author: r.author, since: r.valid_from, precision: r.precision}) AS evidence
  }
  WITH a, evidence ORDER BY a.name, a.id
  RETURN collect({entity: a {.id, .name, .type}, evidence: evidence}) AS dependents
}
RETURN c {.id, .name, .type} AS component, dependents ORDER BY component.name, component.id
