// purpose: delete the node of an ingested document with the answers of models about it, and tell its name and the digest of what it held
// mode: write
// params: workspace, name
// returns: document, events
// plan: eager, over one row
MATCH (d:Document {workspace: $workspace, name: $name}) WHERE d.source IS NOT NULL
WITH d, d {.id, .name, .digest} AS document
CALL (d) {
  OPTIONAL MATCH (x:Extraction {workspace: $workspace, document: d.id})
  WITH x, x.id AS id
  DELETE x
  RETURN collect(id) AS events
}
DETACH DELETE d
RETURN document, events
