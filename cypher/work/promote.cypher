// purpose: let a choice of a task lead to the record that it became
// mode: write
// params: workspace, decision, record, clock, author
// returns: record
MATCH (d:TaskDecision {id: $decision, workspace: $workspace})
MATCH (r:Record {id: $record, workspace: $workspace})
MERGE (d)-[p:PROMOTED_TO]->(r) ON CREATE SET p.recorded_at = $clock, p.author = $author
RETURN r.id AS record
