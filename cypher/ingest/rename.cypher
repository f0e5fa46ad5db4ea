// purpose: call a document by the name and path that it has now in its source
// mode: write
// params: workspace, id, name, path, clock
// returns: id
MATCH (d:Document {id: $id, workspace: $workspace})
SET d.name = $name, d.path = $path, d.updated_at = $clock
RETURN d.id AS id
