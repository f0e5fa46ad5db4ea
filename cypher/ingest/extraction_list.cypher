// purpose: raw answers of models that were known at an instant, of a workspace or of one document, the newest first
// mode: read
// params: workspace, as_of, document, before, item, most, limit
// returns: extraction, document
MATCH (x:Extraction {workspace: $workspace})
WHERE x.document >= coalesce($document, '') AND ($document IS NULL OR x.document = $document) AND x.recorded_at <= $as_of
  AND ($before IS NULL OR x.seq < $before OR (x.seq = $before AND x.item > $item))
WITH x ORDER BY x.seq DESC, x.item LIMIT $limit
MATCH (d:Document {id: x.document, workspace: $workspace})
WITH x, d, coalesce(x.undone_at <= $as_of, false) AS invalid
RETURN x {.id, .chunk, .contract, .author, .recorded_at, .seq, .item, raw: left(x.raw, $most), characters: size(x.raw),
  state: CASE WHEN invalid THEN 'invalid' WHEN x.reason IS NULL THEN 'usable' ELSE 'unusable' END,
  reason: CASE WHEN invalid THEN x.undone_reason ELSE x.reason END} AS extraction,
  d.name AS document ORDER BY extraction.seq DESC, extraction.item
