// purpose: say of entities which one stands for them now, or that they stand for themselves
// mode: write
// params: rows
// returns: changed
// plan: eager, so that every old way is gone before a new one is laid; bounded by one merge
UNWIND $rows AS row
MATCH (e:Entity {id: row.id})
// Its group and rank were those of the thing it was; the next run of the topics gives it others.
SET e.survivor = row.survivor, e.topic_a = null, e.topic_b = null, e.rank_a = null, e.rank_b = null
WITH e, row
OPTIONAL MATCH (e)-[old:MERGED_INTO]->(:Entity)
DELETE old
WITH DISTINCT e, row
OPTIONAL MATCH (s:Entity {id: row.survivor})
FOREACH (x IN CASE WHEN s IS NULL THEN [] ELSE [s] END | CREATE (e)-[:MERGED_INTO]->(x))
RETURN count(e) AS changed
