// purpose: an entity and every one that was merged into it
// mode: read
// params: workspace, entity
// returns: entity
MATCH (e:Entity) WHERE (e.id = $entity OR e.survivor = $entity) AND e.workspace = $workspace
RETURN e {.*} AS entity ORDER BY e.id
