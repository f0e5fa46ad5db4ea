// purpose: tell on tasks, corrections, rules and candidates that are here already, where only the file knows how they went on
// mode: write
// params: workspace, rows
// returns: changed
// plan: eager, bounded by one batch
UNWIND $rows AS row
CALL (row) {
  MATCH (x:Rule {id: row.id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Task {id: row.id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Correction {id: row.id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Candidate {id: row.id, workspace: $workspace}) RETURN x
}
SET x += row.properties
RETURN count(*) AS changed
