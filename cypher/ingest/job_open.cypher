// purpose: make an ingest, or take up one again
// mode: write
// params: workspace, id, properties, clock, seq, author
// returns: id, state
// plan: eager, over one row
MERGE (j:Job {id: $id})
ON CREATE SET j.workspace = $workspace, j.author = $author, j.seq = $seq, j.started_at = $clock
SET j += CASE WHEN j.state = 'cancelled' THEN {} ELSE $properties END, j.updated_at = $clock
RETURN j.id AS id, j.state AS state
