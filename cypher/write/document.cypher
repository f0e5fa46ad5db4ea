// purpose: find or make a document, and what it holds already of some texts: its last one, those that are known, those that were erased
// mode: write
// params: workspace, id, name, digests, ids, clock, seq, author
// returns: id, count, last, known, erased
// plan: eager, over one row
MERGE (c:Document {workspace: $workspace, name: $name})
ON CREATE SET c.id = $id, c.count = 0, c.author = $author, c.seq = $seq, c.recorded_at = $clock
WITH c
CALL (c) {
  UNWIND $digests AS digest
  MATCH (x:Chunk {workspace: $workspace, digest: digest}) WHERE x.document = c.id
  RETURN collect(x {.id, .digest}) AS known
}
CALL () {
  UNWIND $ids AS id
  MATCH (t:Tombstone {id: id})
  RETURN collect(t.id) AS erased
}
RETURN c.id AS id, c.count AS count, known, erased,
  head(COLLECT { MATCH (x:Chunk {workspace: $workspace, document: c.id, position: c.count - 1}) RETURN x {.text, .speaker, .captions, .part} }) AS last
