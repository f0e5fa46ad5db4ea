// purpose: store what hangs on imported tasks: sessions, sources, tools, artifacts, choices, and mentions of entities
// mode: write
// params: workspace, rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
MATCH (t:Task {id: row.id, workspace: $workspace})
FOREACH (s IN row.session |
  MERGE (n:Session {id: s.id}) ON CREATE SET n = s
  MERGE (t)-[:IN_SESSION]->(n))
FOREACH (p IN row.sources |
  MERGE (x:Source {id: p.node.id}) ON CREATE SET x = p.node
  CREATE (t)-[c:CITED]->(x) SET c = p.edge)
FOREACH (p IN row.tools |
  MERGE (x:Tool {id: p.node.id}) ON CREATE SET x = p.node
  CREATE (t)-[c:USED]->(x) SET c = p.edge)
FOREACH (p IN row.artifacts |
  MERGE (x:Artifact {id: p.node.id}) ON CREATE SET x = p.node
  CREATE (t)-[c:PRODUCED]->(x) SET c = p.edge)
FOREACH (d IN row.decisions |
  CREATE (t)-[:DECIDED {recorded_at: d.recorded_at}]->(x:TaskDecision) SET x = d)
WITH t, row
CALL (t, row) {
  UNWIND row.mentions AS m
  MATCH (e:Entity {id: m.entity, workspace: $workspace})
  CREATE (t)-[x:MENTIONS]->(e) SET x = m.properties
  RETURN count(*) AS mentions
}
RETURN count(*) AS stored
