// purpose: store the nodes of a request, and count the evidence that its links had before
// mode: write
// params: workspace, as_of, valid_at, links, entities, records, files, session, clock
// returns: evidence, entities_created, records_created
CALL () {
  UNWIND $links AS link
  MATCH (a:Entity {id: link.source}) MATCH (b:Entity {id: link.target})
  MATCH (a)-[r:RELATION]-(b)
  WHERE r.type = link.type AND (startNode(r) = a OR link.undirected) AND holds(r)
  WITH link.key AS key, count(DISTINCT r) AS holding
  RETURN collect({key: key, holding: holding}) AS evidence
}
CALL () {
  UNWIND $entities AS row
  CREATE (e:Entity) SET e = row.properties, e:$(row.label)
  RETURN collect(e.id) AS entities_created
}
CALL () {
  UNWIND $records AS row
  CREATE (r:Record) SET r = row.properties, r:$(row.label)
  RETURN collect(r.id) AS records_created
}
CALL () {
  UNWIND $files AS row
  MERGE (f:File {id: row.id}) ON CREATE SET f.workspace = $workspace, f.path = row.path
  RETURN count(*) AS touched
}
CALL () {
  UNWIND $session AS row
  MERGE (s:Session {id: row.id}) ON CREATE SET s.workspace = $workspace, s.name = row.name, s.started_at = $clock
  RETURN count(*) AS sessions
}
RETURN evidence, entities_created, records_created
