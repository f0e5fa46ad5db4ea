// purpose: which types of entity have these names
// mode: read
// params: lookups
// returns: key, types
UNWIND $lookups AS lookup
MATCH (n:Name {lookup: lookup})-[:NAMES]->(e:Entity)
WITH n.name_key AS key, collect(DISTINCT {id: e.id, type: n.type}) AS found
RETURN key, [f IN found | f.type] AS types
