// purpose: what lies around the seeds of a walk by words: the rare terms of their texts, and the texts that share one
// mode: read
// params: workspace, as_of, valid_at, seeds, common, terms, each, edges
// returns: key, stem, degree, texts
UNWIND $seeds AS id
MATCH (s:Searchable {id: id, workspace: $workspace})-[:HAS_TERM]->(t:Term)
// A term of one text joins nothing, a term of many says nothing: the rarest first, as far as there is room.
WITH DISTINCT t, COUNT { (t)<-[:HAS_TERM]-() } AS degree WHERE 1 < degree <= $common
WITH t, degree ORDER BY degree, t.key LIMIT $terms
CALL (t) { MATCH (t)<-[:HAS_TERM]-(u:Searchable) WHERE begun(u) RETURN u LIMIT $each }
WITH t, degree, u LIMIT $edges
RETURN t.key AS key, t.stem AS stem, degree, collect(u.id) AS texts ORDER BY degree, key
