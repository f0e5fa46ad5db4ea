// purpose: give messages other words
// mode: write
// params: workspace, rows
// returns: told
UNWIND $rows AS row
MATCH (m:Message {id: row.id, workspace: $workspace})
SET m.lexical = row.lexical
RETURN count(*) AS told
