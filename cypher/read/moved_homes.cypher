// purpose: which of some entities this workspace holds
// mode: read
// params: workspace, ids
// returns: id
UNWIND $ids AS id
MATCH (e:Entity {id: id, workspace: $workspace})
RETURN e.id AS id
