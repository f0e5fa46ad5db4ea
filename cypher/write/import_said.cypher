// purpose: store what imported records said: mentions, links where they lie now, files, sessions
// mode: write
// params: mentions, edges, parked, touches, sessions
// returns: stored
// plan: eager, bounded by one batch
CALL () {
  UNWIND $mentions AS row
  MATCH (r:Record {id: row.record}) MATCH (e:Entity {id: row.entity})
  CREATE (r)-[m:MENTIONS]->(e) SET m = row.properties
  // Its words are made anew when the import is done.
  SET e.unembedded = CASE WHEN m.description IS NULL AND m.fields IS NULL THEN e.unembedded ELSE true END
  RETURN count(*) AS mentions
}
CALL () {
  UNWIND $edges AS row
  MATCH (a:Entity {id: row.source}) MATCH (b:Entity {id: row.target})
  CREATE (a)-[r:$(row.relation)]->(b) SET r = row.properties
  RETURN count(*) AS edges
}
CALL () {
  UNWIND $parked AS row
  MATCH (m:Merge {id: row.merge}) MATCH (e:Entity {id: row.entity})
  CREATE (m)-[p:PARKED]->(e) SET p = row.properties
  RETURN count(*) AS parked
}
CALL () {
  UNWIND $touches AS row
  MATCH (r:Record {id: row.record}) MATCH (f:File {id: row.file})
  CREATE (r)-[:TOUCHES {lines: row.lines, commit: row.commit}]->(f)
  RETURN count(*) AS touches
}
CALL () {
  UNWIND $sessions AS row
  MATCH (r:Record {id: row.record}) MATCH (s:Session {id: row.id})
  CREATE (r)-[:IN_SESSION]->(s)
  RETURN count(*) AS sessions
}
RETURN mentions + edges + parked AS stored
