// purpose: give links their vectors
// mode: write
// params: workspace, rows
// returns: embedded
// plan: eager, bounded by one batch
UNWIND $rows AS row
CALL (row) {
  MATCH (:Entity)-[r:RELATION {id: row.id}]->(:Entity) RETURN r
  UNION ALL
  MATCH (:Merge)-[r:PARKED {id: row.id}]->(:Entity) RETURN r
}
WITH r, row WHERE r.workspace = $workspace
SET r += row.properties
RETURN count(*) AS embedded
