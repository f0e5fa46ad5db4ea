// purpose: take the text of erased things out of every stored receipt and act; the request stays known as erased
// mode: write
// params: workspace, ids
// returns: erased
CALL () {
  MATCH (q:Request {workspace: $workspace}) WHERE any(id IN $ids WHERE q.receipt CONTAINS id)
  SET q.erased = true
  REMOVE q.receipt, q.body
  RETURN count(q) AS erased
}
CALL () {
  MATCH (a:Act {workspace: $workspace})
  WHERE a.seq >= 0 AND (a.target IN $ids OR (size(coalesce(a.records, [])) > 0 AND all(r IN a.records WHERE r IN $ids)))
  REMOVE a.reason
  RETURN count(a) AS acts
}
RETURN erased
