// purpose: the key under which a workspace makes the digests of its tombstones, made when first needed
// mode: write
// params: workspace
// returns: secret
// plan: eager, over one row
MATCH (w:Workspace {id: $workspace})
SET w.secret = coalesce(w.secret, randomUUID())
RETURN w.secret AS secret
