// purpose: every token, the newest first, without its hash
// mode: read
// params:
// returns: id, name, kind, workspaces, roles, created_at, author, expires_at, revoked_at
// plan: scan, of the few tokens
MATCH (t:Token)
RETURN t.id AS id, t.name AS name, t.kind AS kind, t.workspaces AS workspaces, t.roles AS roles, t.created_at AS created_at,
  t.author AS author, t.expires_at AS expires_at, t.revoked_at AS revoked_at ORDER BY created_at DESC, id
