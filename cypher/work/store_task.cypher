// purpose: store a task, or add to one, with all that hangs on it
// mode: write
// params: task, changes, session, sources, tools, artifacts, decisions, mentions, applied, clock
// returns: id
// plan: eager, between steps that give one row each
MERGE (t:Task {id: $task.id})
ON CREATE SET t:Searchable, t += $task
SET t += $changes
WITH t
FOREACH (row IN $session |
  MERGE (s:Session {id: row.id}) ON CREATE SET s.workspace = row.workspace, s.name = row.name, s.started_at = $clock
  MERGE (t)-[:IN_SESSION]->(s))
FOREACH (row IN $sources |
  MERGE (x:Source {id: row.node.id}) ON CREATE SET x = row.node
  CREATE (t)-[c:CITED]->(x) SET c = row.edge)
FOREACH (row IN $tools |
  MERGE (x:Tool {id: row.node.id}) ON CREATE SET x = row.node
  CREATE (t)-[c:USED]->(x) SET c = row.edge)
FOREACH (row IN $artifacts |
  MERGE (x:Artifact {id: row.node.id}) ON CREATE SET x = row.node
  CREATE (t)-[c:PRODUCED]->(x) SET c = row.edge)
FOREACH (row IN $decisions |
  CREATE (t)-[:DECIDED {recorded_at: $clock}]->(d:TaskDecision) SET d = row)
WITH t
CALL (t) {
  UNWIND $mentions AS row
  MATCH (e:Entity {id: row.entity})
  MERGE (t)-[m:MENTIONS {id: row.properties.id}]->(e) ON CREATE SET m = row.properties
  RETURN count(*) AS mentioned
}
CALL (t) {
  UNWIND $applied AS id
  MATCH (r:Rule {id: id})
  CREATE (t)-[:APPLIED {recorded_at: $clock}]->(r)
  SET r.applied = coalesce(r.applied, 0) + 1, r.applied_at = $clock
  RETURN count(*) AS applied
}
RETURN t.id AS id
