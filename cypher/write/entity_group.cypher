// purpose: an entity and every one that was merged into it, with their spellings
// mode: read
// params: workspace, entity
// returns: entity, names
MATCH (e:Entity) WHERE (e.id = $entity OR e.survivor = $entity) AND e.workspace = $workspace
RETURN e {.*} AS entity, [(n:Name)-[:NAMES]->(e) | n.name] AS names ORDER BY e.id
