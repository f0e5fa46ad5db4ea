// purpose: the next sessions of a workspace, by name
// mode: read
// params: prefix, after, clock, limit
// returns: id, session
MATCH (s:Session) WHERE s.id STARTS WITH $prefix AND s.id > $after AND coalesce(s.started_at <= $clock, true)
RETURN s.id AS id, s {.*} AS session ORDER BY id LIMIT $limit
