// purpose: bring parked edges back between two entities, with their id and times, ends that they got meanwhile included
// mode: write
// params: rows
// returns: moved
// plan: eager, so that every edge is gone before its id is used again
UNWIND $rows AS row
MATCH (:Merge)-[r:PARKED {id: row.id}]->(:Entity)
MATCH (a:Entity {id: row.source}) MATCH (b:Entity {id: row.target})
WITH r, a, b, properties(r) AS kept, toUpper(r.type) AS relation
DELETE r
CREATE (a)-[n:$(relation)]->(b) SET n = kept
RETURN count(n) AS moved
