// purpose: store a version of a workspace's own ontology, which counts from now on; the ones before stay as they are
// mode: write
// params: workspace, version
// returns: number
// plan: eager, over one row
// The lock of the workspace is held: nobody else counts versions until the commit.
MATCH (w:Workspace {id: $workspace})
WITH w, coalesce(w.ontology, 0) + 1 AS number
SET w.ontology = number
CREATE (o:OntologyVersion) SET o = $version, o.version = number
RETURN number
