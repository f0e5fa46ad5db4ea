// purpose: revoke a token; one that was revoked before keeps its time
// mode: write
// params: id
// returns: id, name, kind, workspaces, roles, created_at, author, expires_at, revoked_at
// plan: eager, over one row
MATCH (t:Token {id: $id})
SET t.revoked_at = coalesce(t.revoked_at, datetime.truncate('microsecond', datetime.realtime('UTC')))
RETURN t.id AS id, t.name AS name, t.kind AS kind, t.workspaces AS workspaces, t.roles AS roles, t.created_at AS created_at,
  t.author AS author, t.expires_at AS expires_at, t.revoked_at AS revoked_at
