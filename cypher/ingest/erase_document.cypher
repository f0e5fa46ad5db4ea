// purpose: delete the node of an ingested document, and tell what it said
// mode: write
// params: workspace, name
// returns: document
// plan: eager, over one row
MATCH (d:Document {workspace: $workspace, name: $name}) WHERE d.source IS NOT NULL
WITH d, d {.id, .name, .title, .metadata} AS document
DETACH DELETE d
RETURN document
