// purpose: what one version of a workspace's own ontology declares
// mode: read
// params: workspace, version
// returns: body
MATCH (o:OntologyVersion {workspace: $workspace, version: $version})
RETURN o.body AS body
