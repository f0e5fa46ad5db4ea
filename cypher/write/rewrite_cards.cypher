// purpose: put texts without what was erased in the place of those that quote it, and delete the versions that are erased whole
// mode: write
// params: workspace, rows
// returns: changed
// plan: eager, over the few versions of two cards
UNWIND $rows AS row
MATCH (c:Card {id: row.id, workspace: $workspace})
SET c.text = row.text, c.reason = row.reason
FOREACH (x IN CASE WHEN row.gone THEN [c] ELSE [] END | DELETE x)
RETURN count(*) AS changed
