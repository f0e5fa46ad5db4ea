// purpose: what the words of tasks, corrections and rules are made of
// mode: read
// params: workspace, ids
// returns: kind, node
UNWIND $ids AS id
CALL (id) {
  MATCH (x:Task {id: id, workspace: $workspace}) RETURN x, 'Task' AS kind
  UNION ALL
  MATCH (x:Correction {id: id, workspace: $workspace}) RETURN x, 'Correction' AS kind
  UNION ALL
  MATCH (x:Rule {id: id, workspace: $workspace}) RETURN x, 'Rule' AS kind
}
RETURN kind, x {.id, .lexical, .request, .summary, .tags, .wrong, .right, .why, .rule, .how} AS node
