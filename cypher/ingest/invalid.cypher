// purpose: the documents of a source with a chunk or message that holds and of which the latest answer of a model was marked as invalid
// mode: read
// params: workspace, as_of, valid_at, source, contract
// returns: id
MATCH (d:Document {workspace: $workspace, source: $source})
CALL (d) {
  MATCH (x:Extraction {workspace: $workspace, document: d.id}) WHERE x.contract = $contract AND x.reason IS NULL
  WITH x ORDER BY x.seq, x.item, x.id
  WITH x.digest AS digest, last(collect(x)) AS latest
  WHERE latest.undone_at IS NOT NULL
  CALL (d, digest, latest) {
    MATCH (c:Chunk {workspace: $workspace, document: d.id}) WHERE c.position >= 0 AND c.digest = digest AND holds(c) RETURN c
    UNION
    MATCH (c:Message {id: latest.chunk, workspace: $workspace}) WHERE holds(c) RETURN c
  }
  RETURN count(*) AS invalid
}
WITH d.id AS id, invalid WHERE invalid > 0
RETURN id
