// purpose: the current run of the topics, and how far the workspace has gone since
// mode: read
// params: workspace
// returns: run, behind, total
MATCH (w:Workspace {id: $workspace})
MATCH (r:TopicRun {id: w.topics_run})
RETURN r {.*} AS run, w.seq - r.seq AS behind, COUNT { MATCH (t:Topic {workspace: $workspace}) WHERE t.place >= 0 } AS total
