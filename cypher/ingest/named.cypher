// purpose: the document that has a name or an id
// mode: read
// params: workspace, document
// returns: id, name
CALL () {
  MATCH (d:Document {workspace: $workspace, name: $document}) RETURN d
  UNION
  MATCH (d:Document {id: $document, workspace: $workspace}) RETURN d
}
RETURN d.id AS id, d.name AS name
