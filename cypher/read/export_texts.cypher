// purpose: the next pieces of documents or messages of a workspace, by document or conversation and place in it
// mode: read
// params: workspace, label, after_holder, after_position, after_id, seq, limit
// returns: holder, position, id, text
CALL () {
  WITH $label AS label WHERE label = 'Chunk'
  MATCH (x:Chunk {workspace: $workspace}) WHERE x.document >= $after_holder AND x.position >= 0 AND x.seq <= $seq
  RETURN x, x.document AS holder
  UNION ALL
  WITH $label AS label WHERE label = 'Message'
  MATCH (x:Message {workspace: $workspace}) WHERE x.conversation >= $after_holder AND x.position >= 0 AND x.seq <= $seq
  RETURN x, x.conversation AS holder
}
WITH x, holder, x.position AS position
WHERE holder > $after_holder OR position > $after_position OR (position = $after_position AND x.id > $after_id)
WITH x, holder, position ORDER BY holder, position, x.id LIMIT $limit
RETURN holder, position, x.id AS id, properties(x) AS text
