// purpose: whether a session was known at an instant
// mode: read
// params: workspace, as_of, session
// returns: id
MATCH (s:Session {id: $session, workspace: $workspace}) WHERE s.started_at <= $as_of
RETURN s.id AS id
