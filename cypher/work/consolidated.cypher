// purpose: when corrections of a workspace were consolidated last, how many came since, and how many candidates wait
// mode: read
// params: workspace, as_of
// returns: at, now, since, waiting
MATCH (w:Workspace {id: $workspace})
RETURN w.consolidated_at AS at, datetime.realtime('UTC') AS now,
  COUNT { MATCH (c:Correction {workspace: $workspace}) WHERE c.seq > coalesce(w.consolidated_seq, -1) AND c.recorded_at <= $as_of } AS since,
  COUNT { MATCH (c:Candidate {workspace: $workspace, state: 'pending'}) WHERE c.recorded_at <= $as_of } AS waiting
