// purpose: delete records with all they said: edges, parked edges, mentions, removals, and files and sessions left empty
// mode: write
// params: workspace, ids
// returns: links
// plan: eager, bounded by one batch of records
CALL () {
  UNWIND $ids AS id
  CALL (id) {
    MATCH (:Entity)-[r:RELATION {record: id}]->(:Entity) RETURN r
    UNION ALL
    MATCH (:Merge)-[r:PARKED {record: id}]->(:Entity) RETURN r
  }
  DELETE r
  RETURN count(r) AS links
}
CALL () {
  MATCH (x:Removal {workspace: $workspace}) WHERE x.record IN $ids
  DETACH DELETE x
  RETURN count(x) AS removals
}
CALL () {
  UNWIND $ids AS id
  MATCH (r:Record {id: id, workspace: $workspace})
  OPTIONAL MATCH (r)-[:TOUCHES]->(f:File)
  OPTIONAL MATCH (r)-[:IN_SESSION]->(s:Session)
  OPTIONAL MATCH (r)-[:HAS_TERM]->(t:Term)
  WITH collect(DISTINCT r) AS records, collect(DISTINCT f) AS files, collect(DISTINCT s) AS sessions, collect(DISTINCT t) AS terms
  FOREACH (r IN records | DETACH DELETE r)
  WITH files, sessions, terms
  FOREACH (f IN [f IN files WHERE NOT EXISTS { (f)<-[:TOUCHES]-() }] | DELETE f)
  FOREACH (s IN [s IN sessions WHERE NOT EXISTS { (s)<-[:IN_SESSION]-() }] | DELETE s)
  FOREACH (t IN [t IN terms WHERE NOT EXISTS { (t)<-[:HAS_TERM]-() }] | DELETE t)
  RETURN count(*) AS done
}
RETURN links
