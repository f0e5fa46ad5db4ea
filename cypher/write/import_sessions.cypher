// purpose: store imported sessions; one of the same name is the same session, and began with the earlier
// mode: write
// params: workspace, rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
MERGE (s:Session {id: row.id})
ON CREATE SET s.workspace = $workspace, s.name = row.name, s.started_at = row.started_at, s.fresh = true
ON MATCH SET s.started_at = CASE WHEN row.started_at < s.started_at THEN row.started_at ELSE s.started_at END
WITH s, coalesce(s.fresh, false) AS fresh
REMOVE s.fresh
RETURN count(CASE WHEN fresh THEN 1 END) AS stored
