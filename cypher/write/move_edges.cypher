// purpose: lay edges between other entities; they keep their id, times and stated ends
// mode: write
// params: rows
// returns: moved
// plan: eager, so that every edge is gone before its id is used again
UNWIND $rows AS row
MATCH (:Entity)-[r:RELATION {id: row.id}]->(:Entity)
MATCH (a:Entity {id: row.source}) MATCH (b:Entity {id: row.target})
WITH r, a, b, properties(r) AS kept, type(r) AS relation
DELETE r
CREATE (a)-[n:$(relation)]->(b) SET n = kept
RETURN count(n) AS moved
