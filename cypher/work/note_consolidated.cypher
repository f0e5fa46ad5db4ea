// purpose: note that the corrections up to a write were consolidated
// mode: write
// params: workspace, seq
// returns: at
// plan: eager, over one row
MATCH (w:Workspace {id: $workspace})
SET w.consolidated_at = datetime.truncate('microsecond', datetime.realtime('UTC')), w.consolidated_seq = $seq, w.work_until = null
RETURN w.consolidated_at AS at
