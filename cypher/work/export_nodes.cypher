// purpose: the next rules, tasks, corrections or candidates of a workspace, in order of statement
// mode: read
// params: workspace, label, after_seq, after_id, seq, limit
// returns: id, seq
CALL () {
  WITH $label AS label WHERE label = 'Rule'
  MATCH (n:Rule {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Task'
  MATCH (n:Task {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Correction'
  MATCH (n:Correction {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
  UNION ALL
  WITH $label AS label WHERE label = 'Candidate'
  MATCH (n:Candidate {workspace: $workspace}) WHERE n.seq >= $after_seq AND n.seq <= $seq
  RETURN n
}
WITH n WHERE n.seq > $after_seq OR n.id > $after_id
RETURN n.id AS id, n.seq AS seq ORDER BY seq, id LIMIT $limit
