// purpose: the corrections of a workspace in order, with what a clustering goes by and the candidate that each belongs to
// mode: read
// params: workspace, as_of, slot, after_seq, after_id, limit
// returns: id, seq, item, task, wrong, right, why, at, vector, entities, candidate
MATCH (c:Correction {workspace: $workspace}) WHERE c.seq >= $after_seq AND c.recorded_at <= $as_of
WITH c WHERE c.seq > $after_seq OR c.id > $after_id
WITH c ORDER BY c.seq, c.id LIMIT $limit
RETURN c.id AS id, c.seq AS seq, c.item AS item, c.task AS task, c.wrong AS wrong, c.right AS right, c.why AS why,
  c.recorded_at AS at, CASE $slot WHEN 'a' THEN c.vector_a ELSE c.vector_b END AS vector,
  COLLECT { MATCH (:Task {id: c.task})-[:MENTIONS]->(e:Entity) RETURN DISTINCT e.id } AS entities,
  head([(k:Candidate)-[:RESTS_ON]->(c) WHERE k.origin = 'consolidation' | k.id]) AS candidate ORDER BY seq, id
