// purpose: one level of a subgraph: what relations and mentions join to the frontier, both ways
// mode: read
// params: workspace, as_of, valid_at, frontier, seen, each, limit
// returns: id, cut
UNWIND $frontier AS id
MATCH (s:Searchable {id: id, workspace: $workspace})
CALL (s) {
  // Bounded before it is put together: of a hub's thousands of links the first ones do, and one more tells that there are more.
  MATCH (s)-[r:RELATION]-(o:Entity) WHERE s:Entity AND holds(r) AND begun(o) WITH DISTINCT o LIMIT $each + 1 RETURN collect(o) AS found
  UNION ALL
  MATCH (s)-[m:MENTIONS]->(o:Entity) WHERE holds(m) AND begun(o) WITH DISTINCT o LIMIT $each + 1 RETURN collect(o) AS found
  UNION ALL
  MATCH (s)<-[m:MENTIONS]-(o:Searchable) WHERE s:Entity AND holds(m) AND begun(o) WITH DISTINCT o LIMIT $each + 1 RETURN collect(o) AS found
}
WITH collect(found) AS lists
WITH lists, any(found IN lists WHERE size(found) > $each) AS cut
UNWIND lists AS found UNWIND found[..$each] AS o
WITH o, cut, count(*) AS ways WHERE NOT o.id IN $seen
RETURN o.id AS id, cut ORDER BY ways DESC, CASE WHEN o:Entity THEN 0 ELSE 1 END, o.id LIMIT $limit
