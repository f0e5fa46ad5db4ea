// purpose: make imported documents and conversations; one whose name is here already takes in what belonged to it, behind its own
// mode: write
// params: workspace, documents, conversations
// returns: given, id, base
// plan: eager, bounded by one batch
CALL () {
  UNWIND $documents AS row
  // One that was renamed here keeps the name that it has.
  OPTIONAL MATCH (same:Document {id: row.id, workspace: $workspace})
  WITH row, coalesce(same.name, row.name) AS name
  MERGE (h:Document {workspace: $workspace, name: name})
  ON CREATE SET h = row, h.workspace = $workspace
  RETURN row, h
  UNION ALL
  UNWIND $conversations AS row
  MERGE (h:Conversation {workspace: $workspace, name: row.name})
  ON CREATE SET h = row, h.workspace = $workspace
  RETURN row, h
}
RETURN row.id AS given, h.id AS id, CASE WHEN h.id = row.id THEN 0 ELSE h.count END AS base
