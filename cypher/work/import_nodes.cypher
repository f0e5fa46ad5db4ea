// purpose: store imported rules, tasks, corrections or candidates; a correction with what it hangs on
// mode: write
// params: workspace, labels, rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
CREATE (n:$($labels)) SET n = row.properties
WITH n, row
CALL (n, row) {
  WITH n, row WHERE row.on IS NOT NULL
  CALL (row) {
    MATCH (x:Task {id: row.on, workspace: $workspace}) RETURN x
    UNION ALL
    MATCH (x:TaskDecision {id: row.on, workspace: $workspace}) RETURN x
  }
  CREATE (x)-[:CORRECTED_BY {recorded_at: row.properties.recorded_at}]->(n)
  RETURN count(*) AS hung
}
RETURN count(*) AS stored
