// purpose: take the lock under which one process at a time migrates the store
// mode: write
// params: owner, seconds
// returns: locked
// plan: eager, over one row
MERGE (l:SchemaLock {id: 'migrations'})
// Written first, so that what is read next cannot change: two runners never both see the lock free.
SET l.touched = $owner
WITH l, datetime.realtime('UTC') AS now
SET l.owner = CASE WHEN l.owner IS NULL OR l.expires_at < now THEN $owner ELSE l.owner END,
    l.expires_at = CASE WHEN l.owner = $owner THEN now + duration({seconds: $seconds}) ELSE l.expires_at END
RETURN l.owner = $owner AS locked
