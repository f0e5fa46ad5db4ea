// purpose: one level of a subgraph: what relations and mentions join to the frontier, both ways
// mode: read
// params: workspace, as_of, valid_at, frontier, seen, each, limit
// returns: id
UNWIND $frontier AS id
MATCH (s:Searchable {id: id, workspace: $workspace})
CALL (s) {
  // Bounded before it is put together: of a hub's thousands of links the first ones do.
  MATCH (s)-[r:RELATION]-(o:Entity) WHERE s:Entity AND holds(r) AND begun(o) WITH DISTINCT o LIMIT $each RETURN o
  UNION ALL
  MATCH (s)-[m:MENTIONS]->(o:Entity) WHERE holds(m) AND begun(o) WITH DISTINCT o LIMIT $each RETURN o
  UNION ALL
  MATCH (s)<-[m:MENTIONS]-(o:Searchable) WHERE s:Entity AND holds(m) AND begun(o) WITH DISTINCT o LIMIT $each RETURN o
}
WITH o, count(*) AS ways WHERE NOT o.id IN $seen
RETURN o.id AS id ORDER BY ways DESC, CASE WHEN o:Entity THEN 0 ELSE 1 END, o.id LIMIT $limit
