// purpose: which of some ids belong to texts, documents, answers of models or cards of this workspace
// mode: read
// params: workspace, ids
// returns: id
UNWIND $ids AS id
CALL (id) {
  MATCH (x:Chunk {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Message {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Document {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Extraction {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Card {id: id, workspace: $workspace}) RETURN x
}
RETURN x.id AS id
