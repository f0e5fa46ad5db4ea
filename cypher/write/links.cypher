// purpose: store the relationships of a request: names, mentions, edges, terms, files, session, what replaces what, removals
// mode: write
// params: workspace, scope, names, steps, instants, touches, session, successions, proposals, removals, requests, told, terms, most
// returns: edges_created, mentions_created
// plan: eager, between steps that give one row each
CALL () {
  UNWIND $names AS row
  MATCH (e:Entity {id: row.entity})
  CREATE (n:Name)-[:NAMES]->(e) SET n = row.properties
  RETURN count(*) AS named
}
CALL () {
  UNWIND $steps AS step
  // What the rows of one record share: packing a time costs more than storing it, so each is sent once and pointed to.
  RETURN collect({step: step, plain: step.plain, times: {
    valid_from: $instants[step.at.valid_from], stated_to: $instants[step.at.stated_to], valid_to: $instants[step.at.valid_to],
    recorded_at: $instants[step.at.recorded_at], ended_at: $instants[step.at.ended_at],
    place_from: $instants[step.at.place_from], place_last: $instants[step.at.place_last]}}) AS said
}
CALL (said) {
  UNWIND said AS record UNWIND record.step.mentions AS row
  MATCH (r:Record {id: record.step.id}) MATCH (e:Entity {id: row.entity})
  CREATE (r)-[m:MENTIONS]->(e) SET m = record.plain, m += record.times, m += row.own
  RETURN count(*) AS mentions_created
}
CALL (said) {
  UNWIND said AS record UNWIND record.step.edges AS row
  MATCH (a:Entity {id: row.source}) MATCH (b:Entity {id: row.target})
  CREATE (a)-[r:$(row.relation)]->(b) SET r = record.plain, r += record.times, r += row.own
  RETURN count(*) AS edges_created
}
CALL (said) {
  UNWIND said AS record UNWIND record.step.parked AS row
  MATCH (m:Merge {id: row.merge}) MATCH (e:Entity {id: row.entity})
  CREATE (m)-[p:PARKED]->(e) SET p = record.plain, p += record.times, p += row.own
  RETURN count(*) AS parked
}
CALL () {
  UNWIND $touches AS row
  MATCH (r:Record {id: row.record}) MATCH (f:File {id: row.file})
  CREATE (r)-[:TOUCHES {lines: row.lines, commit: row.commit}]->(f)
  RETURN count(*) AS touched
}
CALL () {
  UNWIND $session AS row
  MATCH (s:Session {id: row.id}) UNWIND row.records AS record MATCH (r:Record {id: record})
  CREATE (r)-[:IN_SESSION]->(s)
  RETURN count(*) AS sessions
}
CALL () {
  UNWIND $successions AS row
  MATCH (a:Record {id: row.new}) MATCH (b:Record {id: row.old})
  CREATE (a)-[:$(row.type)]->(b)
  RETURN count(*) AS successions
}
CALL () {
  UNWIND $proposals AS row
  MATCH (a:Entity {id: row.one}) MATCH (b:Entity {id: row.other})
  CREATE (a)-[p:MAY_BE]->(b) SET p = row.properties
  RETURN count(*) AS proposals
}
CALL () {
  UNWIND $removals AS row
  MATCH (e:Entity {id: row.entity})
  CREATE (x:Removal)-[:REMOVES]->(e) SET x = row.properties
  RETURN count(*) AS removals
}
CALL () {
  UNWIND $requests AS row
  CREATE (q:Request) SET q = row
  RETURN count(*) AS requests
}
CALL () {
  UNWIND $told AS row
  MATCH (e:Entity {id: row.entity})
  SET e += row.properties
  RETURN count(*) AS told
}
CALL () {
  UNWIND $terms AS row
  MATCH (r:Record {id: row.record})
  CALL (row) {
    // Of a long text the rarest stems count: those that join it to few others.
    UNWIND row.stems AS stem
    OPTIONAL MATCH (t:Term {key: $scope + ' ' + stem})
    WITH stem, CASE WHEN t IS NULL THEN 0 ELSE COUNT { (t)<-[:HAS_TERM]-() } END AS texts ORDER BY texts, stem LIMIT $most
    RETURN stem
  }
  MERGE (t:Term {key: $scope + ' ' + stem}) ON CREATE SET t.workspace = $workspace, t.stem = stem
  CREATE (r)-[:HAS_TERM]->(t)
  RETURN count(*) AS terms
}
RETURN edges_created, mentions_created
