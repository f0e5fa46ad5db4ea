// purpose: delete the node of an ingested document with the answers of models about it, and tell what it said
// mode: write
// params: workspace, name
// returns: document
// plan: eager, over one row
MATCH (d:Document {workspace: $workspace, name: $name}) WHERE d.source IS NOT NULL
WITH d, d {.id, .name, .title, .metadata} AS document
CALL (d) {
  MATCH (x:Extraction {workspace: $workspace, document: d.id})
  DELETE x
}
DETACH DELETE d
RETURN document
