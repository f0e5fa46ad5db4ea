// purpose: what lies around the seeds of a walk: texts that share a rare term, entities they name, links between those
// mode: read
// params: workspace, as_of, valid_at, seeds, entities, common, terms, each, edges, kinds, session, author, first, last, current
// returns: termed, named, linked, units, things
UNWIND $seeds AS id
MATCH (s:Searchable {id: id, workspace: $workspace})
WITH collect(s) AS seeds
CALL (seeds) {
  UNWIND seeds AS s
  MATCH (s)-[:HAS_TERM]->(t:Term)
  // A term of one text joins nothing, a term of many says nothing: the rarest first, as far as there is room.
  WITH DISTINCT t, COUNT { (t)<-[:HAS_TERM]-() } AS degree WHERE 1 < degree <= $common
  WITH t, degree ORDER BY degree, t.key LIMIT $terms
  CALL (t) { MATCH (t)<-[:HAS_TERM]-(u:Searchable) WHERE begun(u) RETURN u LIMIT $each }
  WITH t, degree, u LIMIT $edges
  WITH t, degree, collect(u) AS us
  RETURN collect({t: t, degree: degree, us: us}) AS found
}
CALL (seeds) {
  UNWIND seeds AS s
  CALL (s) {
    WITH s WHERE s:Entity RETURN s AS e
    UNION
    MATCH (s)-[m:MENTIONS]->(e:Entity) WHERE holds(m) RETURN e
  }
  RETURN collect(DISTINCT e) AS near
}
CALL (near) {
  UNWIND near AS e
  CALL (e) { MATCH (e)-[r:RELATION]-(o:Entity) WHERE holds(r) RETURN o LIMIT $each }
  WITH DISTINCT o LIMIT $entities
  RETURN collect(o) AS further
}
CALL (near, further) {
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
  CALL (e) { MATCH (e)<-[m:MENTIONS]-(u:Searchable) WHERE holds(m) RETURN DISTINCT u LIMIT $each }
  WITH e, u LIMIT $edges
  WITH e, collect(u) AS us
  RETURN collect({e: e, degree: COUNT { (e)<-[:MENTIONS]-() }, us: us}) AS mentioned
}
CALL (seeds, found, mentioned) {
  UNWIND seeds + reduce(all = [], f IN found + mentioned | all + f.us) AS u
  WITH DISTINCT u WHERE NOT u:Entity
  RETURN collect([u.id, fits(u), lasts(u)]) AS units
}
RETURN [f IN found | [f.t.key, f.t.stem, f.degree, [u IN f.us | u.id]]] AS termed,
  [m IN mentioned | [m.e.id, m.degree, [u IN m.us | u.id]]] AS named, linked, units,
  [e IN es | [e.id, e.name, e.type, fits(e), lasts(e)]] AS things
