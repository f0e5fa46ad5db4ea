// purpose: what was written after a place in the order of statement: records, acts that are no records, and merges
// mode: read
// params: workspace, seq, item, id, limit
// returns: id, seq, item, what, kind, title, author, reason, recorded_at, records, relations, target, undone
CALL () {
  MATCH (n:Record {workspace: $workspace})
  USING INDEX n:Record(workspace, seq)
  WHERE n.seq >= $seq AND [n.seq, n.item, n.id] > [$seq, $item, $id]
  // The index gives the order, so that a page reads no more than it needs.
  WITH n ORDER BY n.workspace, n.seq, n.item, n.id LIMIT $limit
  RETURN n, n.item AS item, 'recorded' AS what
  UNION ALL
  MATCH (n:Act {workspace: $workspace})
  USING INDEX n:Act(workspace, seq)
  WHERE n.seq >= $seq AND [n.seq, 0, n.id] > [$seq, $item, $id]
  WITH n ORDER BY n.workspace, n.seq, n.id LIMIT $limit
  RETURN n, 0 AS item, n.kind AS what
  UNION ALL
  MATCH (n:Merge {workspace: $workspace})
  USING INDEX n:Merge(workspace, seq)
  WHERE n.seq >= $seq AND [n.seq, 0, n.id] > [$seq, $item, $id]
  WITH n ORDER BY n.workspace, n.seq, n.id LIMIT $limit
  RETURN n, 0 AS item, 'merge' AS what
}
WITH n, item, what ORDER BY n.seq, item, n.id LIMIT $limit
RETURN n.id AS id, n.seq AS seq, item, what, CASE WHEN what = 'recorded' THEN n.kind END AS kind, n.title AS title,
  n.author AS author, CASE WHEN what <> 'recorded' THEN n.reason END AS reason, n.recorded_at AS recorded_at,
  coalesce(n.ended_records, n.records, []) AS records, coalesce(n.ended_edges, []) AS relations,
  CASE what WHEN 'merge' THEN n.survivor ELSE n.target END AS target,
  CASE what WHEN 'merge' THEN [n.loser] ELSE coalesce(n.undone, []) END AS undone
