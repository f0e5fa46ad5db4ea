// purpose: what lies around the seeds of a walk by words: the rare terms of their texts, and the texts that share one
// mode: read
// params: workspace, as_of, valid_at, seeds, common, terms, each, edges, kinds, session, author, first, last, current
// returns: termed, units
UNWIND $seeds AS id
MATCH (s:Searchable {id: id, workspace: $workspace})-[:HAS_TERM]->(t:Term)
// A term of one text joins nothing, a term of many says nothing: the rarest first, as far as there is room.
WITH DISTINCT t, COUNT { (t)<-[:HAS_TERM]-() } AS degree WHERE 1 < degree <= $common
WITH t, degree ORDER BY degree, t.key LIMIT $terms
CALL (t) { MATCH (t)<-[:HAS_TERM]-(u:Searchable) WHERE begun(u) RETURN u LIMIT $each }
WITH t, degree, u LIMIT $edges
WITH t, degree, collect(u) AS us
WITH collect([t.key, t.stem, degree, [u IN us | u.id]]) AS termed, collect(us) AS texts
CALL (texts) {
  UNWIND texts AS us UNWIND us AS u
  WITH DISTINCT u
  RETURN collect([u.id, fits(u), lasts(u)]) AS units
}
RETURN termed, units
