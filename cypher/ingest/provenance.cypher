// purpose: lead from records to the document, or to the chunk or message, that states what they say
// mode: write
// params: workspace, rows
// returns: rows
// plan: eager, bounded by one batch
UNWIND $rows AS row
MATCH (r:Record {id: row.record, workspace: $workspace})
CALL (row) {
  MATCH (x:Chunk {id: row.chunk}) RETURN x
  UNION
  MATCH (x:Message {id: row.chunk}) RETURN x
  UNION
  MATCH (x:Document {id: row.document}) WHERE row.chunk IS NULL RETURN x
}
MERGE (r)-[:FROM]->(x)
RETURN count(*) AS rows
