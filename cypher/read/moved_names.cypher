// purpose: spellings by their keys: the entity that each was stated for, and the one that it leads to
// mode: read
// params: keys
// returns: key, home, entity, shown
UNWIND $keys AS key
MATCH (n:Name {key: key})-[:NAMES]->(e:Entity)
RETURN key, n.home AS home, e.id AS entity, e.name AS shown
