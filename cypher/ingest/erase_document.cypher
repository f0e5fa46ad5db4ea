// purpose: delete the node of an ingested document with the answers of models about it, and tell its name and the digest of what it held
// mode: write
// params: workspace, name, conversation
// returns: document, events
// plan: eager, over the documents of one name or one conversation
CALL () {
  MATCH (d:Document {workspace: $workspace, name: $name}) WHERE d.source IS NOT NULL AND $name IS NOT NULL RETURN d
  UNION
  // The documents that a conversation was ingested as: they hold no text of their own.
  MATCH (d:Document {workspace: $workspace}) WHERE d.source >= '' AND d.path = $conversation AND d.count = 0 RETURN d
}
WITH d, d {.id, .name, .digest} AS document
CALL (d) {
  OPTIONAL MATCH (x:Extraction {workspace: $workspace, document: d.id})
  WITH x, x.id AS id
  DELETE x
  RETURN collect(id) AS events
}
DETACH DELETE d
RETURN document, events
