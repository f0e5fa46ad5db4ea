// purpose: corrections that joined a candidate after somebody made a rule of it, in order, with that rule
// mode: read
// params: workspace, as_of
// returns: rule, correction, at
MATCH (c:Candidate {workspace: $workspace}) WHERE c.seq >= 0 AND c.rule_id IS NOT NULL
MATCH (c)-[x:RESTS_ON]->(k:Correction) WHERE x.recorded_at > c.decided_at AND x.recorded_at <= $as_of
WITH c, x, k ORDER BY k.seq, k.item, k.id
RETURN c.rule_id AS rule, k.id AS correction, x.recorded_at AS at
