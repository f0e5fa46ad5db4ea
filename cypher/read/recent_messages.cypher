// purpose: the messages that the memory learned last, whatever their conversation, the newest first
// mode: read
// params: workspace, as_of, valid_at, limit
// returns: id, conversation, speaker, text, captions, part, position, author, at, precision, assumed, recorded_at
MATCH (m:Message {workspace: $workspace})
WHERE m.recorded_at <= $as_of AND holds(m)
WITH m ORDER BY m.recorded_at DESC, m.item DESC, m.id LIMIT $limit
MATCH (m)-[:OF]->(c:Conversation)
RETURN m.id AS id, c.name AS conversation, m.speaker AS speaker, m.text AS text, m.captions AS captions, m.part AS part,
  m.position AS position, m.author AS author, m.valid_from AS at, m.precision AS precision, m.assumed AS assumed,
  m.recorded_at AS recorded_at
ORDER BY recorded_at DESC, position DESC, id
