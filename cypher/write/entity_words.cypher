// purpose: what the words and the vector of entities are made of: names, and what is said of each last; a merged one leads to its survivor
// mode: read
// params: workspace, as_of, valid_at, ids
// returns: id, merged, name, type, lexical, names, description, fields
UNWIND $ids AS id
MATCH (e:Entity {id: id, workspace: $workspace})
CALL (e) {
  OPTIONAL MATCH (e)<-[:NAMES]-(n:Name)
  WITH n ORDER BY n.seq, n.key
  RETURN collect(n.name) AS names
}
CALL (e) {
  OPTIONAL MATCH (e)<-[m:MENTIONS]-()
  WHERE (m.description IS NOT NULL OR m.fields IS NOT NULL OR m.unset IS NOT NULL) AND holds(m)
  WITH m ORDER BY m.place_seq, m.place_item, m.id
  WITH collect(m) AS said
  WITH said, reduce(best = null, m IN [m IN said WHERE m.description IS NOT NULL OR 'description' IN m.unset] |
    CASE WHEN best IS NULL OR later(m, best) THEN m ELSE best END) AS newest
  RETURN newest.description AS description, [m IN said WHERE m.fields IS NOT NULL | m.fields][-20..] AS fields
}
RETURN e.id AS id, e.survivor IS NOT NULL AS merged, e.name AS name, e.type AS type, e.lexical AS lexical, names, description, fields
