// purpose: give entities other words and vectors
// mode: write
// params: workspace, rows
// returns: told
// plan: eager, bounded by one batch
UNWIND $rows AS row
MATCH (e:Entity {id: row.id, workspace: $workspace})
SET e += row.properties
RETURN count(*) AS told
