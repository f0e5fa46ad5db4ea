// purpose: the next current records of a session or an author, and whether any record ever bore that filter
// mode: read
// params: workspace, clock, session, author, limit
// returns: borne, records
CALL () {
  MATCH (r:Record {workspace: $workspace, session: $session}) WHERE $session IS NOT NULL RETURN r
  UNION
  MATCH (r:Record {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN r
}
WITH r ORDER BY r.seq, r.item
WITH collect(r) AS found
RETURN size(found) > 0 AS borne, [r IN found WHERE r.valid_to > $clock | r.id][0..$limit] AS records
