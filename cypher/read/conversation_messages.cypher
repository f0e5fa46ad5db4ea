// purpose: the last messages of a conversation, the newest first
// mode: read
// params: workspace, as_of, valid_at, conversation, before, limit
// returns: id, conversation, speaker, text, captions, part, position, author, at, precision, assumed, recorded_at
MATCH (m:Message {workspace: $workspace, conversation: $conversation})
WHERE m.position < $before AND holds(m)
WITH m ORDER BY m.position DESC LIMIT $limit
MATCH (m)-[:OF]->(c:Conversation)
RETURN m.id AS id, c.name AS conversation, m.speaker AS speaker, m.text AS text, m.captions AS captions, m.part AS part,
  m.position AS position, m.author AS author, m.valid_from AS at, m.precision AS precision, m.assumed AS assumed,
  m.recorded_at AS recorded_at
ORDER BY position DESC
