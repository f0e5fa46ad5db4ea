// purpose: store imported versions of a workspace's own ontology; the last one counts
// mode: write
// params: workspace, rows
// returns: stored
// plan: eager, over a few versions
MATCH (w:Workspace {id: $workspace})
UNWIND $rows AS row
CREATE (o:OntologyVersion) SET o = row
WITH w, max(o.version) AS version, count(o) AS stored
SET w.ontology = version
RETURN stored
