// purpose: what holds of a document: its chunks, and the records that say what it states
// mode: read
// params: workspace, as_of, valid_at, document
// returns: chunks, records
CALL () {
  MATCH (x:Chunk {workspace: $workspace, document: $document}) WHERE x.position >= 0 AND holds(x)
  WITH x ORDER BY x.position
  RETURN collect(x {.id, .digest}) AS chunks
}
CALL () {
  MATCH (r:Record {workspace: $workspace, document: $document}) WHERE holds(r)
  WITH r ORDER BY r.seq, r.item
  RETURN collect(r {.id, .chunk}) AS records
}
RETURN chunks, records
