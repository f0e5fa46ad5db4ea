// purpose: let one process consolidate a workspace that is due and has corrections; the claim runs out by itself
// mode: write
// params: workspace, owner, every, seconds
// returns: claimed
// plan: eager, over one row
MATCH (w:Workspace {id: $workspace}) WHERE EXISTS { MATCH (c:Correction {workspace: $workspace}) WHERE c.seq >= 0 }
SET w.touched = $owner
WITH w, datetime.realtime('UTC') AS now
WITH w, now, (w.consolidated_at IS NULL OR w.consolidated_at + duration({seconds: $every}) <= now)
  AND (w.work_until IS NULL OR w.work_until < now) AS due
SET w.work_owner = CASE WHEN due THEN $owner ELSE w.work_owner END,
    w.work_until = CASE WHEN due THEN now + duration({seconds: $seconds}) ELSE w.work_until END
RETURN due AS claimed
