// purpose: the marks that say two entities, or any of the names joined in them, are different things
// mode: read
// params: entities
// returns: id, author
MATCH (a:Entity) WHERE a.id = $entities[0] OR a.survivor = $entities[0]
MATCH (a)-[d:DIFFERS_FROM]-(b:Entity) WHERE b.id = $entities[1] OR b.survivor = $entities[1]
RETURN DISTINCT d.id AS id, d.author AS author
