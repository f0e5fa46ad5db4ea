// purpose: the entities that any of these spellings lead to
// mode: read
// params: lookups
// returns: lookup, entity
UNWIND $lookups AS lookup
MATCH (n:Name {lookup: lookup})-[:NAMES]->(e:Entity)
RETURN lookup, e {.id, .name, .type} AS entity ORDER BY lookup, entity.type, entity.id
