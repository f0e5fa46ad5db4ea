// purpose: the next records of a session, an author or a document that can be forgotten, and whether anything ever bore that filter
// mode: read
// params: workspace, clock, session, author, document, never_held, limit
// returns: borne, records
CALL () {
  MATCH (r:Record {workspace: $workspace, session: $session}) WHERE $session IS NOT NULL RETURN r.id AS id LIMIT 1
  UNION
  MATCH (r:Record {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN r.id AS id LIMIT 1
  UNION
  MATCH (d:Description {workspace: $workspace}) WHERE d.author = $author RETURN d.id AS id LIMIT 1
}
WITH count(id) > 0 AS borne
CALL () {
  CALL () {
    MATCH (r:Record {workspace: $workspace, session: $session}) WHERE $session IS NOT NULL RETURN r
    UNION
    MATCH (r:Record {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN r
    UNION
    MATCH (r:Record {workspace: $workspace, document: $document}) WHERE $document IS NOT NULL RETURN r
  }
  // What is current ends now; what never held ends where it began, be it over by now or not.
  WITH r WHERE CASE WHEN $never_held THEN r.valid_to > r.valid_from ELSE r.valid_to > $clock END
  WITH r ORDER BY r.seq, r.item LIMIT $limit
  RETURN collect(r.id) AS records
}
RETURN borne, records
