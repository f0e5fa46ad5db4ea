// purpose: make a workspace; an existing one is left as it is
// mode: write
// params: workspace, author, now
// returns: created
// plan: eager, over one row
MERGE (w:Workspace {id: $workspace})
ON CREATE SET w.seq = 0, w.clock = coalesce($now, datetime.truncate('microsecond', datetime.realtime('UTC'))), w.author = $author, w.fresh = true
WITH w, coalesce(w.fresh, false) AS created
REMOVE w.fresh
RETURN created
