// purpose: a task of this workspace with what may be added to it: its state, its choices, and rules that are named
// mode: read
// params: workspace, task, rules
// returns: task, decisions, rules
OPTIONAL MATCH (t:Task {id: $task, workspace: $workspace})
RETURN t {.id, .request, .summary, .state, .outcome, .said, .said_at, .tags} AS task,
  CASE WHEN t IS NULL THEN [] ELSE [(t)-[:DECIDED]->(d:TaskDecision) | d {.id, .choice}] END AS decisions,
  COLLECT { UNWIND $rules AS id MATCH (r:Rule {id: id, workspace: $workspace}) RETURN r.id } AS rules
