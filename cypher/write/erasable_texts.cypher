// purpose: the next texts to erase: of a document, of a conversation, or stored by an author
// mode: read
// params: workspace, document, conversation, author, limit
// returns: text
CALL () {
  MATCH (h:Document {workspace: $workspace, name: $document}) MATCH (x:Chunk {workspace: $workspace, document: h.id})
  WHERE $document IS NOT NULL AND x.position >= 0 RETURN x
  UNION
  // An ingested conversation has no text of its own: its messages are what it says.
  MATCH (d:Document {workspace: $workspace, name: $document}) WHERE d.count = 0 AND d.source IS NOT NULL
  MATCH (h:Conversation {workspace: $workspace, name: d.path}) MATCH (x:Message {workspace: $workspace, conversation: h.id})
  WHERE $document IS NOT NULL AND x.position >= 0 RETURN x
  UNION
  MATCH (h:Conversation {workspace: $workspace, name: $conversation}) MATCH (x:Message {workspace: $workspace, conversation: h.id})
  WHERE $conversation IS NOT NULL AND x.position >= 0 RETURN x
  UNION
  MATCH (x:Chunk {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN x
  UNION
  MATCH (x:Message {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN x
}
WITH x ORDER BY x.seq, x.item, x.id LIMIT $limit
RETURN x {.id, .text, .speaker, .heading, .captions, .part, .ref, .recorded_at} AS text
