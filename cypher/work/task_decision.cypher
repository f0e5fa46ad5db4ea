// purpose: a choice of a task, and the record that it was promoted to
// mode: read
// params: workspace, id
// returns: decision, record
MATCH (d:TaskDecision {id: $id, workspace: $workspace})
RETURN d {.id, .choice, .reasoning, .task} AS decision, head([(d)-[:PROMOTED_TO]->(r:Record) | r.id]) AS record
