// purpose: store the nodes of a request, count the evidence that its links had before, and find names one slip from its new ones
// mode: write
// params: workspace, as_of, valid_at, links, entities, records, instants, files, session, spelled, clock
// returns: evidence, alike, entities_created, records_created
// plan: eager, between steps that give one row each
CALL () {
  UNWIND $links AS link
  MATCH (a:Entity {id: link.source}) MATCH (b:Entity {id: link.target}) MATCH (a)-[r:RELATION]-(b)
  WHERE r.type = link.type AND (startNode(r) = a OR link.undirected) AND holds(r)
  WITH link.key AS key, count(DISTINCT r) AS holding RETURN collect({key: key, holding: holding}) AS evidence
}
CALL () {
  UNWIND $spelled AS row
  CALL db.index.fulltext.queryNodes('names', row.query, {limit: 10}) YIELD node AS n WHERE n.workspace = $workspace
  MATCH (n)-[:NAMES]->(e:Entity)
  RETURN collect({key: row.key, entity: n.home, leads: e.id, type: n.type, name: n.name}) AS alike
}
CALL () {
  UNWIND $entities AS row
  CREATE (e:Entity) SET e = row.properties, e.recorded_at = $clock, e:Searchable:$(row.label)
  RETURN collect(e.id) AS entities_created
}
CALL () {
  UNWIND $records AS row
  CREATE (r:Record)
  SET r = row.plain, r += {valid_from: $instants[row.at.valid_from], stated_to: $instants[row.at.stated_to],
    valid_to: $instants[row.at.valid_to], recorded_at: $instants[row.at.recorded_at], ended_at: $instants[row.at.ended_at],
    place_from: $instants[row.at.place_from], place_last: $instants[row.at.place_last]}, r:Searchable:$(row.label)
  RETURN collect(r.id) AS records_created
}
CALL () {
  UNWIND $files AS row MERGE (f:File {id: row.id}) ON CREATE SET f.workspace = $workspace, f.path = row.path
  RETURN count(*) AS touched
}
CALL () {
  UNWIND $session AS row
  MERGE (s:Session {id: row.id}) ON CREATE SET s.workspace = $workspace, s.name = row.name, s.started_at = $clock
  RETURN count(*) AS sessions
}
RETURN evidence, alike, entities_created, records_created
