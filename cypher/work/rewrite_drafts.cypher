// purpose: put words without what was erased in the place of drafts that quote it; those that nobody has decided about go
// mode: write
// params: workspace, rows
// returns: changed
// plan: eager, over the drafts that quote what one batch erases
UNWIND $rows AS row
MATCH (c:Candidate {id: row.id, workspace: $workspace})
SET c += row.properties
FOREACH (x IN CASE WHEN row.gone THEN [c] ELSE [] END | DETACH DELETE x)
RETURN count(*) AS changed
