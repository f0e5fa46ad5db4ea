// purpose: raw answers of a model by id
// mode: read
// params: workspace, ids
// returns: id, raw, reason
UNWIND $ids AS id
MATCH (x:Extraction {id: id, workspace: $workspace})
RETURN x.id AS id, x.raw AS raw, x.reason AS reason
