// purpose: join what was imported of the work memory: rules, tasks, corrections, candidates, and records that choices became
// mode: write
// params: workspace, supersedes, applied, related, gainsays, promoted, rests, became
// returns: joined
// plan: eager, bounded by one batch
CALL () {
  UNWIND $supersedes AS row
  MATCH (a:Rule {id: row.source, workspace: $workspace}) MATCH (b:Rule {id: row.target, workspace: $workspace})
  CREATE (a)-[x:SUPERSEDES {recorded_at: row.recorded_at}]->(b) RETURN count(x) AS n
  UNION ALL
  UNWIND $applied AS row
  MATCH (a:Task {id: row.source, workspace: $workspace}) MATCH (b:Rule {id: row.target, workspace: $workspace})
  CREATE (a)-[x:APPLIED {recorded_at: row.recorded_at}]->(b) RETURN count(x) AS n
  UNION ALL
  UNWIND $related AS row
  MATCH (a:Task {id: row.source, workspace: $workspace}) MATCH (b:Task {id: row.target, workspace: $workspace})
  CREATE (a)-[x:RELATED {recorded_at: row.recorded_at}]->(b) RETURN count(x) AS n
  UNION ALL
  UNWIND $gainsays AS row
  MATCH (a:Correction {id: row.source, workspace: $workspace}) MATCH (b:Rule {id: row.target, workspace: $workspace})
  CREATE (a)-[x:GAINSAYS {recorded_at: row.recorded_at}]->(b) RETURN count(x) AS n
  UNION ALL
  UNWIND $promoted AS row
  MATCH (a:Correction {id: row.source, workspace: $workspace}) MATCH (b:Rule {id: row.target, workspace: $workspace})
  CREATE (a)-[x:PROMOTED_TO {recorded_at: row.recorded_at}]->(b) SET x.author = row.author RETURN count(x) AS n
  UNION ALL
  UNWIND $rests AS row
  MATCH (a:Candidate {id: row.source, workspace: $workspace}) MATCH (b:Correction {id: row.target, workspace: $workspace})
  CREATE (a)-[x:RESTS_ON {recorded_at: row.recorded_at}]->(b) RETURN count(x) AS n
  UNION ALL
  UNWIND $became AS row
  MATCH (a:TaskDecision {id: row.source, workspace: $workspace}) MATCH (b:Record {id: row.target, workspace: $workspace})
  CREATE (a)-[x:PROMOTED_TO {recorded_at: row.recorded_at}]->(b) SET x.author = row.author RETURN count(x) AS n
}
RETURN sum(n) AS joined
