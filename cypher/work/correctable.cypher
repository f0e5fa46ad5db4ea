// purpose: the task of what is corrected, itself or by one of its choices, and the rules that are named
// mode: read
// params: workspace, on, rules
// returns: task, rules
CALL () {
  MATCH (t:Task {id: $on, workspace: $workspace}) RETURN t.id AS task
  UNION ALL
  MATCH (:TaskDecision {id: $on, workspace: $workspace})<-[:DECIDED]-(t:Task) RETURN t.id AS task
}
RETURN task, COLLECT { UNWIND $rules AS id MATCH (r:Rule {id: id, workspace: $workspace}) RETURN r.id } AS rules
