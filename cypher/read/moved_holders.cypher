// purpose: documents that this workspace holds, of some ids or names
// mode: read
// params: workspace, ids, names
// returns: id, name
CALL () {
  UNWIND $ids AS id
  MATCH (d:Document {id: id, workspace: $workspace}) RETURN d
  UNION
  UNWIND $names AS name
  MATCH (d:Document {workspace: $workspace, name: name}) RETURN d
}
RETURN d.id AS id, d.name AS name
