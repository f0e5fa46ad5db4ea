// purpose: the requests of some instants with their receipts
// mode: read
// params: workspace, instants
// returns: key, author, request_id, receipt
MATCH (q:Request {workspace: $workspace})
WHERE q.recorded_at IN $instants AND q.receipt IS NOT NULL
RETURN q.key AS key, q.author AS author, q.request_id AS request_id, q.receipt AS receipt ORDER BY key
