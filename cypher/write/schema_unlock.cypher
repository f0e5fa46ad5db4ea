// purpose: give the lock of the migrations back
// mode: write
// params: owner
// returns: unlocked
// plan: eager, over one row
MATCH (l:SchemaLock {id: 'migrations'}) WHERE l.owner = $owner
SET l.owner = null, l.expires_at = null
RETURN count(*) AS unlocked
