// purpose: take back the marks that two entities are different things
// mode: write
// params: entities
// returns: removed
// plan: eager, over the marks of one pair
MATCH (a:Entity) WHERE a.id = $entities[0] OR a.survivor = $entities[0]
MATCH (a)-[d:DIFFERS_FROM]-(b:Entity) WHERE b.id = $entities[1] OR b.survivor = $entities[1]
WITH DISTINCT d
DELETE d
RETURN count(*) AS removed
