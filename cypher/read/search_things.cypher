// purpose: what lies around the seeds of a walk by links: the entities they name, those linked to these, and what names them
// mode: read
// params: workspace, as_of, valid_at, seeds, entities, each, edges
// returns: named, linked, things
UNWIND $seeds AS id
MATCH (s:Searchable {id: id, workspace: $workspace})
WITH collect(s) AS seeds, collect(CASE WHEN s:Entity THEN s END) AS given
CALL (seeds, given) {
  UNWIND seeds AS s
  OPTIONAL MATCH (s)-[m:MENTIONS]->(e:Entity) WHERE holds(m)
  WITH given, collect(e) AS others
  UNWIND given + others AS e
  WITH DISTINCT e LIMIT $entities
  CALL (e) { OPTIONAL MATCH (e)-[r:RELATION]-(o:Entity) WHERE holds(r) RETURN o LIMIT $each }
  WITH collect(DISTINCT e) AS near, collect(DISTINCT o) AS further
  UNWIND near + further AS e
  WITH DISTINCT e LIMIT $entities
  RETURN collect(e) AS es
}
CALL (es) {
  UNWIND es AS e
  MATCH (e)-[r:RELATION]->(o:Entity) WHERE o IN es AND holds(r)
  WITH e, o, collect(r) AS rs LIMIT $edges
  RETURN collect([e.id, o.id, size(rs), rs[0].type, rs[0].reason]) AS linked
}
CALL (es) {
  UNWIND es AS e
  // A mention knows the text it stands in, so that none of the texts is looked at.
  CALL (e) { MATCH (e)<-[m:MENTIONS]-() WHERE holds(m) RETURN DISTINCT m.record AS text LIMIT $each }
  WITH e, text LIMIT $edges
  WITH e, collect(text) AS texts
  RETURN collect([e.id, COUNT { (e)<-[:MENTIONS]-() }, texts]) AS named
}
RETURN named, linked, [e IN es | [e.id, e.name, e.type]] AS things
