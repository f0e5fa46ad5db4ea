// purpose: every version of a workspace's own ontology, in order
// mode: read
// params: workspace
// returns: ontology
MATCH (o:OntologyVersion {workspace: $workspace}) WHERE o.version >= 1
RETURN o {.*} AS ontology ORDER BY ontology.version
