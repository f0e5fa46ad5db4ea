// purpose: let marks of removal lead to another entity
// mode: write
// params: rows
// returns: moved
// plan: eager, so that every old way is gone before a new one is laid; bounded by one merge
UNWIND $rows AS row
MATCH (x:Removal {id: row.id})-[old:REMOVES]->(:Entity)
MATCH (e:Entity {id: row.entity})
DELETE old
CREATE (x)-[:REMOVES]->(e)
RETURN count(x) AS moved
