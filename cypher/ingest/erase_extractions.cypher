// purpose: delete the raw answers of models that records, chunks or messages rest on, and those that an author brought
// mode: write
// params: workspace, records, chunks, author
// returns: id
// plan: eager, bounded by what one batch erases
CALL () {
  UNWIND $records AS id
  MATCH (r:Record {id: id, workspace: $workspace})-[:FROM]->(c:Chunk|Message)
  MATCH (x:Extraction {workspace: $workspace, document: r.document}) WHERE x.digest = c.digest
  RETURN x
  UNION
  UNWIND $chunks AS id
  MATCH (c:Chunk {id: id, workspace: $workspace})
  MATCH (x:Extraction {workspace: $workspace, document: c.document}) WHERE x.digest = c.digest
  RETURN x
  UNION
  // A message does not know the documents that read it.
  WITH [id IN $chunks WHERE EXISTS { MATCH (:Message {id: id}) }] AS messages WHERE size(messages) > 0
  MATCH (x:Extraction {workspace: $workspace}) WHERE x.document >= '' AND x.chunk IN messages
  RETURN x
  UNION
  MATCH (x:Extraction {workspace: $workspace}) WHERE x.document >= '' AND x.author = $author
  RETURN x
}
WITH x, x.id AS id
DELETE x
RETURN id
