// purpose: say that other tasks belong to one
// mode: write
// params: workspace, task, related, clock
// returns: joined
MATCH (t:Task {id: $task, workspace: $workspace})
UNWIND $related AS id
MATCH (o:Task {id: id, workspace: $workspace})
// The later of the two leads to the earlier one, whichever named the other: so an import, in that order, finds both.
WITH CASE WHEN o.seq > t.seq THEN o ELSE t END AS later, CASE WHEN o.seq > t.seq THEN t ELSE o END AS earlier
MERGE (later)-[r:RELATED]->(earlier) ON CREATE SET r.recorded_at = $clock
RETURN count(*) AS joined
