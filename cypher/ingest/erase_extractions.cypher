// purpose: delete the raw answers of models that records, or chunks, rest on, and those that an author brought
// mode: write
// params: workspace, records, chunks, author
// returns: id
// plan: eager, bounded by what one batch erases
CALL () {
  UNWIND $records AS id
  MATCH (r:Record {id: id, workspace: $workspace})-[:FROM]->(c:Chunk)
  MATCH (x:Extraction {workspace: $workspace, document: c.document}) WHERE x.digest = c.digest
  RETURN x
  UNION
  UNWIND $chunks AS id
  MATCH (c:Chunk {id: id, workspace: $workspace})
  MATCH (x:Extraction {workspace: $workspace, document: c.document}) WHERE x.digest = c.digest
  RETURN x
  UNION
  MATCH (x:Extraction {workspace: $workspace}) WHERE x.document >= '' AND x.author = $author
  RETURN x
}
WITH x, x.id AS id
DELETE x
RETURN id
