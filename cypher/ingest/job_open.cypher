// purpose: make an ingest, or take up one again, and tell how many others are at its source; one of the same source that gave no sign for long is taken up by it
// mode: write
// params: workspace, id, properties, stale, clock, seq, author
// returns: id, state, others
// plan: eager, over the ingests of one workspace
MERGE (j:Job {id: $id})
ON CREATE SET j.workspace = $workspace, j.author = $author, j.seq = $seq, j.started_at = $clock
SET j += CASE WHEN j.state = 'cancelled' THEN {} ELSE $properties END, j.updated_at = $clock
WITH j, datetime.realtime('UTC') - duration({seconds: $stale}) AS silent
CALL (j, silent) {
  MATCH (old:Job {workspace: $workspace})
  WHERE old.seq >= 0 AND old.state = 'running' AND old.source = j.source AND old.id <> j.id AND old.updated_at < silent
  SET old.state = 'cancelled', old.reason = 'gave no sign any more; ' + j.id + ' took it up'
  RETURN count(*) AS taken
}
RETURN j.id AS id, j.state AS state,
  COUNT { MATCH (x:Job {workspace: $workspace}) WHERE x.seq >= 0 AND x.state = 'running' AND x.source = j.source AND x.id <> j.id } AS others
