// purpose: records of one author that fit a few filters, those that were stated last first
// mode: read
// params: workspace, as_of, valid_at, kind, author, first, last, current, seq, item, id, limit
// returns: record, seq, item
MATCH (r:Record {workspace: $workspace, author: $author})
// The index of the order would read the whole workspace to find the few that somebody stated, or none.
USING INDEX r:Record(workspace, author)
WHERE r.seq <= $seq AND [r.seq, r.item, r.id] < [$seq, $item, $id]
  AND r.recorded_at <= $as_of
  AND ($kind IS NULL OR r.kind = $kind)
  AND ($first IS NULL OR r.valid_from >= $first) AND ($last IS NULL OR r.valid_from <= $last)
  AND ($current IS NULL OR holds(r) = $current)
RETURN r.id AS record, r.seq AS seq, r.item AS item ORDER BY seq DESC, item DESC, record DESC LIMIT $limit
