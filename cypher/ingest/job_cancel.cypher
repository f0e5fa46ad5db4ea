// purpose: mark an ingest that runs as cancelled; one that has come to its end stays as it is
// mode: write
// params: workspace, id, reason
// returns: job, silent
// plan: eager, over one row
MATCH (j:Job {id: $id, workspace: $workspace})
SET j += CASE WHEN j.state = 'running' THEN {state: 'cancelled', reason: $reason} ELSE {} END
RETURN j {.id, .source, .path, .author, .state, .done, .total, .failed, .started_at, .updated_at, .reason, .seq} AS job, 0 AS silent
