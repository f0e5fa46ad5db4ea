// purpose: whether any token may be used now
// mode: read
// params:
// returns: usable
// plan: scan, of the few tokens
MATCH (t:Token)
RETURN count(CASE WHEN t.revoked_at IS NULL AND datetime.realtime('UTC') < t.expires_at THEN 1 END) > 0 AS usable
