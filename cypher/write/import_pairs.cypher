// purpose: store imported marks that two entities differ, and proposals that two are one
// mode: write
// params: differences, proposals
// returns: stored
// plan: eager, bounded by one batch
CALL () {
  UNWIND $differences AS row
  MATCH (a:Entity {id: row.one}) MATCH (b:Entity {id: row.other})
  CREATE (a)-[d:DIFFERS_FROM]->(b) SET d = row.properties
  RETURN count(*) AS differences_stored
}
CALL () {
  UNWIND $proposals AS row
  MATCH (a:Entity {id: row.one}) MATCH (b:Entity {id: row.other})
  CREATE (a)-[p:MAY_BE]->(b) SET p = row.properties
  RETURN count(*) AS proposals_stored
}
RETURN differences_stored + proposals_stored AS stored
