// purpose: one document of a source, by its name, as it was last ingested
// mode: read
// params: workspace, source, document
// returns: document
MATCH (d:Document {workspace: $workspace, name: $document}) WHERE d.source = $source
RETURN d {.id, .name, .path, .digest, .state, .version, .contract, .title} AS document
