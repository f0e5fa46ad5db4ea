// purpose: give records other words
// mode: write
// params: workspace, rows
// returns: told
UNWIND $rows AS row
MATCH (r:Record {id: row.id, workspace: $workspace})
SET r.lexical = row.lexical
RETURN count(*) AS told
