// purpose: the next nodes of one label of a workspace that stand for themselves, in order of statement
// mode: read
// params: workspace, label, after_seq, after_id, seq, limit
// returns: id, seq, node
CALL () {
  WITH $label AS label WHERE label = 'Tombstone'
  MATCH (n:Tombstone {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Merge'
  MATCH (n:Merge {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Description'
  MATCH (n:Description {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Removal'
  MATCH (n:Removal {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Dismissal'
  // The index of dismissals has two keys, and serves only where both are asked for.
  MATCH (n:Dismissal {workspace: $workspace}) WHERE n.key >= '' AND n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Act'
  MATCH (n:Act {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Card'
  MATCH (n:Card {workspace: $workspace}) WHERE n.kind >= '' AND n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Extraction'
  MATCH (n:Extraction {workspace: $workspace}) WHERE n.document >= '' AND n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
}
WITH n WHERE n.seq > $after_seq OR n.id > $after_id
RETURN n.id AS id, n.seq AS seq, n {.*} AS node ORDER BY seq, id LIMIT $limit
