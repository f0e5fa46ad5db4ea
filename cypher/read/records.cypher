// purpose: records of a workspace that fit a few filters, those that were stated last first
// mode: read
// params: workspace, as_of, valid_at, kind, author, first, last, current, seq, item, id, limit
// returns: record, seq, item
MATCH (r:Record {workspace: $workspace})
// The index gives the order, so that a page reads no more than it needs.
USING INDEX r:Record(workspace, seq)
// Lists are compared, for an OR of ranges would be planned as a union of three walks.
WHERE r.seq <= $seq AND [r.seq, r.item, r.id] < [$seq, $item, $id]
  AND r.recorded_at <= $as_of
  AND ($kind IS NULL OR r.kind = $kind) AND ($author IS NULL OR r.author = $author)
  AND ($first IS NULL OR r.valid_from >= $first) AND ($last IS NULL OR r.valid_from <= $last)
  AND ($current IS NULL OR holds(r) = $current)
WITH r ORDER BY r.workspace DESC, r.seq DESC, r.item DESC, r.id DESC LIMIT $limit
RETURN r.id AS record, r.seq AS seq, r.item AS item
