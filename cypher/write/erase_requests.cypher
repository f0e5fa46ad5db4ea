// purpose: take the text of erased things out of stored receipts; a request of which nothing is left stays known as erased
// mode: write
// params: workspace, rows, acts
// returns: changed
// plan: eager, over the requests that told of what one batch erases
CALL () {
  UNWIND $rows AS row
  MATCH (q:Request {key: row.key})
  SET q += row.properties
  RETURN count(*) AS changed
}
CALL () {
  MATCH (a:Act {workspace: $workspace})
  WHERE a.target IN $acts OR (size(coalesce(a.records, [])) > 0 AND all(r IN a.records WHERE r IN $acts))
  REMOVE a.reason
  RETURN count(*) AS reasons
}
RETURN changed
