// purpose: take the text of erased things out of stored receipts and reasons; a request of which nothing is left stays known as erased
// mode: write
// params: workspace, rows, ids
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
  WHERE a.target IN $ids OR (size(coalesce(a.records, [])) > 0 AND all(r IN a.records WHERE r IN $ids))
  REMOVE a.reason
  RETURN count(*) AS reasons
}
CALL () {
  MATCH (d:Dismissal {workspace: $workspace}) WHERE d.key IS NOT NULL AND (d.one IN $ids OR d.other IN $ids)
  REMOVE d.reason, d.undone_reason
  RETURN count(*) AS dismissals
}
RETURN changed
