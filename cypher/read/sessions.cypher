// purpose: the sessions of a workspace, those that began last first, with how many records they hold
// mode: read
// params: workspace, as_of, valid_at, at, name, limit
// returns: session, started_at, last_at, authors, records, current
MATCH (s:Session {workspace: $workspace})
// The grain is the microsecond, as in the cursor.
WITH s, datetime.truncate('microsecond', s.started_at) AS started_at
WHERE started_at <= $as_of AND ($at IS NULL OR [started_at, s.name] < [$at, $name])
WITH s, started_at ORDER BY started_at DESC, s.name DESC LIMIT $limit
CALL (s) {
  MATCH (s)<-[:IN_SESSION]-(r:Record) WHERE r.recorded_at <= $as_of
  WITH r ORDER BY r.seq, r.item
  RETURN count(r) AS records, count(CASE WHEN holds(r) THEN 1 END) AS current, max(r.recorded_at) AS last_at,
    collect(DISTINCT r.author)[..10] AS authors
}
RETURN s.name AS session, started_at, last_at, authors, records, current ORDER BY started_at DESC, session DESC
