// purpose: say of merges, dismissals and answers of models that are here already that they were undone
// mode: write
// params: rows
// returns: changed
// plan: eager, bounded by one batch
UNWIND $rows AS row
CALL (row) {
  MATCH (m:Merge {id: row.id}) RETURN m AS n
  UNION ALL
  MATCH (d:Dismissal {id: row.id}) RETURN d AS n
  UNION ALL
  MATCH (x:Extraction {id: row.id}) RETURN x AS n
}
SET n += row.properties
RETURN count(*) AS changed
