// purpose: one document of a source as it was last ingested
// mode: read
// params: workspace, source, document
// returns: document
MATCH (d:Document {id: $document, workspace: $workspace}) WHERE d.source = $source
RETURN d {.id, .name, .path, .digest, .state, .version, .contract, .title} AS document
