// purpose: the documents of a source as they were last ingested
// mode: read
// params: workspace, source
// returns: document
MATCH (d:Document {workspace: $workspace, source: $source})
RETURN d {.id, .name, .path, .digest, .state, .version, .contract, .title} AS document ORDER BY d.path
