// purpose: the documents and conversations that texts are pieces of
// mode: read
// params: workspace, ids
// returns: id, holder, name, kind, author, recorded_at, heading, position
UNWIND $ids AS id
MATCH (x:Searchable {id: id, workspace: $workspace})-[:OF]->(h)
RETURN x.id AS id, h.id AS holder, h.name AS name, CASE WHEN h:Document THEN 'document' ELSE 'conversation' END AS kind,
  h.author AS author, h.recorded_at AS recorded_at, x.heading AS heading, x.position AS position
