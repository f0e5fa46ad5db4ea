// purpose: store new candidates, and add corrections to those that are there
// mode: write
// params: workspace, rows, clock
// returns: id
// plan: eager, bounded by one pass
UNWIND $rows AS row
MERGE (c:Candidate {id: row.id})
ON CREATE SET c += row.new
SET c += row.changes
WITH c, row
CALL (c, row) {
  UNWIND row.corrections AS id
  MATCH (k:Correction {id: id, workspace: $workspace})
  MERGE (c)-[r:RESTS_ON]->(k) ON CREATE SET r.recorded_at = $clock
  RETURN count(*) AS joined
}
RETURN c.id AS id
