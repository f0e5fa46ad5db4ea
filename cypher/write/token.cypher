// purpose: store a token: whom it stands for, and the hash of its secret
// mode: write
// params: token
// returns: id, name, kind, workspaces, roles, created_at, author, expires_at, revoked_at
CREATE (t:Token) SET t = $token
RETURN t.id AS id, t.name AS name, t.kind AS kind, t.workspaces AS workspaces, t.roles AS roles, t.created_at AS created_at,
  t.author AS author, t.expires_at AS expires_at, t.revoked_at AS revoked_at
