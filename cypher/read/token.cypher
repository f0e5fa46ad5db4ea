// purpose: a token by its id: the hash of its secret, whom it stands for, and whether it may be used now
// mode: read
// params: id
// returns: id, name, kind, workspaces, roles, digest, current
MATCH (t:Token {id: $id})
RETURN t.id AS id, t.name AS name, t.kind AS kind, t.workspaces AS workspaces, t.roles AS roles, t.digest AS digest,
  t.revoked_at IS NULL AND datetime.realtime('UTC') < t.expires_at AS current
