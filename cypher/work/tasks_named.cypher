// purpose: tasks by their ids
// mode: read
// params: workspace, as_of, ids
// returns: task, corrections
UNWIND $ids AS id
MATCH (t:Task {id: id, workspace: $workspace}) WHERE t.recorded_at <= $as_of
RETURN t {.id, .request, .agent, .session, .author, .tags, .said, .said_at, .outcome, .closed_at, .valid_from, .precision, .seq} AS task,
  COUNT { (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of } AS corrections
