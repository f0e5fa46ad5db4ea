// purpose: give entities other words and vectors
// mode: write
// params: workspace, rows
// returns: told
UNWIND $rows AS row
MATCH (e:Entity {id: row.id, workspace: $workspace})
SET e += row.properties
RETURN count(*) AS told
