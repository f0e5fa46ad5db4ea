// purpose: say that two entities are different things
// mode: write
// params: workspace, clock, seq, author, id, one, other, reason
// returns: id
MATCH (a:Entity {id: $one}) MATCH (b:Entity {id: $other})
CREATE (a)-[d:DIFFERS_FROM {id: $id, workspace: $workspace, author: $author, reason: $reason, seq: $seq, recorded_at: $clock}]->(b)
RETURN d.id AS id
