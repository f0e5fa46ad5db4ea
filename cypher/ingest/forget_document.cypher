// purpose: mark an ingested document as forgotten, and tell which of its chunks are to end
// mode: write
// params: workspace, clock, author, document, reason, never_held
// returns: chunks
// plan: eager, over one row
MATCH (d:Document {id: $document, workspace: $workspace})
SET d += CASE WHEN d.source IS NULL THEN {} ELSE {state: 'forgotten', reason: $reason, by: $author, updated_at: $clock} END
WITH d
CALL (d) {
  MATCH (x:Chunk {workspace: $workspace, document: d.id})
  WHERE x.position >= 0 AND CASE WHEN $never_held THEN x.valid_to > x.valid_from ELSE x.valid_to > $clock END
  RETURN collect(x.id) AS chunks
}
RETURN chunks
