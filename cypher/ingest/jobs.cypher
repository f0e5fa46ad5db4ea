// purpose: the ingests of a workspace, newest first
// mode: read
// params: workspace, as_of, before, limit
// returns: job, silent
MATCH (j:Job {workspace: $workspace})
WHERE j.seq >= 0 AND j.started_at <= $as_of AND ($before IS NULL OR j.seq < $before)
WITH j ORDER BY j.seq DESC LIMIT $limit
RETURN j {.id, .source, .path, .author, .state, .done, .total, .failed, .started_at, .updated_at, .reason, .seq} AS job,
  duration.inSeconds(j.updated_at, datetime.realtime('UTC')).seconds AS silent ORDER BY job.seq DESC
