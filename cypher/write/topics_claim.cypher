// purpose: let one process at a time compute the topics of a workspace; says at which clock, and into which slot the results go
// mode: write
// params: workspace, owner, seconds
// returns: claimed, clock, seq, slot, now
// plan: eager, over one row
MATCH (w:Workspace {id: $workspace})
// Written first, so that what is read next cannot change: two runs never both see the workspace free.
SET w.touched = $owner
WITH w, datetime.truncate('microsecond', datetime.realtime('UTC')) AS now
WITH w, now, w.topics_owner IS NULL OR w.topics_until < now AS free
SET w.topics_owner = CASE WHEN free THEN $owner ELSE w.topics_owner END,
    w.topics_until = CASE WHEN free THEN now + duration({seconds: $seconds}) ELSE w.topics_until END
RETURN free AS claimed, w.clock AS clock, w.seq AS seq, w.topics_slot AS slot, now
