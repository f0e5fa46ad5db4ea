// purpose: which of some ids belong to things of the work memory of this workspace
// mode: read
// params: workspace, ids
// returns: id
UNWIND $ids AS id
CALL (id) {
  MATCH (x:Task {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:TaskDecision {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Correction {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Candidate {id: id, workspace: $workspace}) RETURN x
  UNION ALL
  MATCH (x:Rule {id: id, workspace: $workspace}) RETURN x
}
RETURN x.id AS id
