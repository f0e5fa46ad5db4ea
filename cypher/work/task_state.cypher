// purpose: a task of this workspace with what may be added to it: its state, its choices, and rules and other tasks that are named
// mode: read
// params: workspace, task, rules, related
// returns: task, decisions, rules, related
OPTIONAL MATCH (t:Task {id: $task, workspace: $workspace})
RETURN t {.id, .request, .summary, .state, .outcome, .said, .said_at, .tags} AS task,
  CASE WHEN t IS NULL THEN [] ELSE [(t)-[:DECIDED]->(d:TaskDecision) | d {.id, .choice}] END AS decisions,
  COLLECT { UNWIND $rules AS id MATCH (r:Rule {id: id, workspace: $workspace}) RETURN r.id } AS rules,
  COLLECT { UNWIND $related AS id MATCH (o:Task {id: id, workspace: $workspace}) RETURN o.id } AS related
