// purpose: a conversation by its name or id
// mode: read
// params: workspace, name
// returns: id, name, count
CALL () {
  MATCH (c:Conversation {workspace: $workspace, name: $name}) RETURN c
  UNION
  MATCH (c:Conversation {id: $name}) WHERE c.workspace = $workspace RETURN c
}
RETURN c.id AS id, c.name AS name, c.count AS count
