// purpose: the tasks with this very request, the one that was closed last first
// mode: read
// params: workspace, key
// returns: id, state, closed_at
MATCH (t:Task {workspace: $workspace, key: $key})
RETURN t.id AS id, t.state AS state, t.closed_at AS closed_at ORDER BY coalesce(closed_at, t.recorded_at) DESC, id LIMIT 20
