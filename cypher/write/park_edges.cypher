// purpose: park edges whose two ends are one now on the merge that made them so; no question shows them there
// mode: write
// params: rows
// returns: moved
// plan: eager, so that every edge is gone before its id is used again
UNWIND $rows AS row
MATCH (:Entity)-[r:RELATION {id: row.id}]->(:Entity)
MATCH (m:Merge {id: row.merge}) MATCH (e:Entity {id: row.entity})
WITH r, m, e, properties(r) AS kept
DELETE r
CREATE (m)-[p:PARKED]->(e) SET p = kept
RETURN count(p) AS moved
