// purpose: keep raw answers of a model; one that is there is replaced only where it could not be used
// mode: write
// params: workspace, rows, clock, seq
// returns: kept
// plan: eager, bounded by the passages of one document
UNWIND $rows AS row
MERGE (x:Extraction {id: row.id})
ON CREATE SET x.seq = $seq, x.recorded_at = $clock
SET x += row, x.workspace = $workspace
RETURN count(*) AS kept
