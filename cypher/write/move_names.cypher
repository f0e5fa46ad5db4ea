// purpose: let names lead to another entity
// mode: write
// params: rows
// returns: moved
// plan: eager, so that every old way is gone before a new one is laid; bounded by one merge
UNWIND $rows AS row
MATCH (n:Name {key: row.id})-[old:NAMES]->(:Entity)
MATCH (e:Entity {id: row.entity})
DELETE old
CREATE (n)-[:NAMES]->(e)
RETURN count(n) AS moved
