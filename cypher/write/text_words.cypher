// purpose: what the words of texts are made of: what they say, and the message before each
// mode: read
// params: workspace, ids
// returns: text, before
UNWIND $ids AS id
CALL (id) {
  MATCH (x:Chunk {id: id, workspace: $workspace}) RETURN x, null AS before
  UNION ALL
  MATCH (x:Message {id: id, workspace: $workspace})
  OPTIONAL MATCH (b:Message {workspace: $workspace, conversation: x.conversation, position: x.position - 1})
  RETURN x, b {.text, .speaker, .captions, .part} AS before
}
RETURN properties(x) AS text, before
