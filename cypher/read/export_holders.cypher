// purpose: the next documents or conversations of a workspace, by name
// mode: read
// params: workspace, label, after, seq, limit
// returns: name, holder
CALL () {
  WITH $label AS label WHERE label = 'Document'
  MATCH (h:Document {workspace: $workspace}) WHERE h.name > $after AND h.seq <= $seq
  RETURN h
  UNION ALL
  WITH $label AS label WHERE label = 'Conversation'
  MATCH (h:Conversation {workspace: $workspace}) WHERE h.name > $after AND h.seq <= $seq
  RETURN h
}
RETURN h.name AS name, h {.*} AS holder ORDER BY name LIMIT $limit
