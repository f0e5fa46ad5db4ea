// purpose: what was asked in the newest tasks of a workspace, and when each was closed
// mode: read
// params: workspace, limit
// returns: id, request, closed_at
MATCH (t:Task {workspace: $workspace})
// The index gives the order, so that no more is read than is needed.
USING INDEX t:Task(workspace, seq)
WHERE t.seq >= 0
WITH t ORDER BY t.workspace DESC, t.seq DESC LIMIT $limit
RETURN t.id AS id, t.request AS request, t.closed_at AS closed_at ORDER BY t.seq DESC, id
