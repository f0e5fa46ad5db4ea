// purpose: say how far an ingest is, and learn whether somebody cancelled it
// mode: write
// params: workspace, id, properties
// returns: state
// plan: eager, over one row
MATCH (j:Job {id: $id, workspace: $workspace})
SET j += CASE WHEN j.state = 'cancelled' THEN {} ELSE $properties END,
  j.updated_at = datetime.truncate('microsecond', datetime.realtime('UTC'))
RETURN j.state AS state
