// purpose: entities with all their properties, by id
// mode: read
// params: workspace, ids
// returns: entity
UNWIND $ids AS id
MATCH (e:Entity {id: id, workspace: $workspace})
RETURN e {.*} AS entity
