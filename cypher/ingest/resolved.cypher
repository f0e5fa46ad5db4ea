// purpose: up to which place in the order what ingests brought was resolved, and the place that the workspace has reached
// mode: read
// params: workspace
// returns: since, reached
MATCH (w:Workspace {id: $workspace})
OPTIONAL MATCH (j:Job {workspace: $workspace}) WHERE j.seq >= 0
RETURN coalesce(max(j.resolved), 0) AS since, w.seq AS reached
