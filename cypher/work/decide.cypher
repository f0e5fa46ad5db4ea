// purpose: note what a person decided about a candidate; what it rests on leads to the rule that it became
// mode: write
// params: workspace, id, changes, rule, author, clock
// returns: id, promoted
// plan: eager, over the corrections of one candidate
MATCH (c:Candidate {id: $id, workspace: $workspace})
SET c += $changes
WITH c
CALL (c) {
  MATCH (r:Rule {id: $rule, workspace: $workspace})
  MATCH (c)-[:RESTS_ON]->(k:Correction)
  MERGE (k)-[p:PROMOTED_TO]->(r) ON CREATE SET p.recorded_at = $clock, p.author = $author
  RETURN count(*) AS promoted
}
RETURN c.id AS id, promoted
