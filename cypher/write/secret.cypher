// purpose: the key under which a workspace makes the digests of its tombstones, made when first needed
// mode: write
// params: workspace
// returns: secret
MATCH (w:Workspace {id: $workspace})
SET w.secret = coalesce(w.secret, randomUUID())
RETURN w.secret AS secret
