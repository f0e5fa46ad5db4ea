// purpose: which of some records this workspace holds
// mode: read
// params: workspace, ids
// returns: id
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})
RETURN r.id AS id
