// purpose: add raw answers of a model to the log; one that is there stays as it is
// mode: write
// params: workspace, rows, clock, seq
// returns: kept
// plan: eager, bounded by the passages of one document
UNWIND $rows AS row
MERGE (x:Extraction {id: row.id})
ON CREATE SET x += row, x.workspace = $workspace, x.seq = $seq, x.recorded_at = $clock
RETURN count(*) AS kept
