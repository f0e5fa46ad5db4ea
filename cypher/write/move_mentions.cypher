// purpose: let mentions lead to another entity
// mode: write
// params: rows
// returns: moved
// plan: eager, so that every mention is gone before its id is used again
UNWIND $rows AS row
MATCH (s)-[m:MENTIONS {id: row.id}]->(:Entity)
MATCH (e:Entity {id: row.entity})
WITH s, m, e, properties(m) AS kept
DELETE m
CREATE (s)-[n:MENTIONS]->(e) SET n = kept
RETURN count(n) AS moved
