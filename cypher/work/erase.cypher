// purpose: delete things of the work memory with their words and vectors, and sources, tools, artifacts and sessions left empty
// mode: write
// params: workspace, ids
// returns: deleted
// plan: eager, bounded by one batch
CALL () {
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
  OPTIONAL MATCH (x)-[:CITED|USED|PRODUCED]->(p)
  OPTIONAL MATCH (x)-[:IN_SESSION]->(s:Session)
  WITH collect(DISTINCT x) AS things, collect(DISTINCT p) AS parts, collect(DISTINCT s) AS sessions
  WITH things, parts, sessions, size(things) AS deleted
  FOREACH (x IN things | DETACH DELETE x)
  WITH parts, sessions, deleted
  FOREACH (p IN [p IN parts WHERE NOT EXISTS { (p)<-[:CITED|USED|PRODUCED]-() }] | DELETE p)
  FOREACH (s IN [s IN sessions WHERE NOT EXISTS { (s)<-[:IN_SESSION]-() }] | DELETE s)
  RETURN deleted
}
CALL () {
  MATCH (r:Rule {workspace: $workspace}) WHERE r.seq >= 0 AND r.candidate IN $ids
  REMOVE r.candidate
  RETURN count(*) AS rules
}
RETURN deleted
