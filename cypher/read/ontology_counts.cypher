// purpose: how much of a workspace uses words of its ontology: types of entity with fields and subtypes, relations, slots
// mode: read
// params: workspace, entities, said, relations, slots
// returns: entity_counts, said_counts, relation_counts, slot_counts
// plan: eager, over a few counts
CALL () {
  UNWIND $entities AS name
  CALL (name) {
    // One that was merged into another keeps its type, and so do its names: an unmerge brings them back.
    MATCH (e:Entity {workspace: $workspace, type: name}) RETURN e.id AS id
    UNION
    MATCH (a:Name {workspace: $workspace}) WHERE a.fold >= '' AND a.type = name RETURN a.home AS id
  }
  WITH name, count(id) AS n RETURN collect({name: name, n: n}) AS entity_counts
}
CALL () {
  // What is said of an entity is kept as JSON: `text` is a field with its colon, or with its value.
  UNWIND $said AS row
  MATCH (e:Entity {workspace: $workspace, type: row.type})<-[m:MENTIONS]-() WHERE m.fields CONTAINS row.text
  WITH row.key AS key, count(DISTINCT e) AS n RETURN collect({key: key, n: n}) AS said_counts
}
CALL () {
  UNWIND $relations AS row
  CALL (row) {
    MATCH (e:Entity {workspace: $workspace})-[r:RELATION]->(:Entity)
    WHERE e.name >= '' AND r.type = row.stored AND r.semantic = row.name
    RETURN r
    UNION ALL
    MATCH (m:Merge {workspace: $workspace})-[r:PARKED]->(:Entity)
    WHERE m.seq >= 0 AND r.type = row.stored AND r.semantic = row.name
    RETURN r
  }
  WITH row.name AS name, count(r) AS n RETURN collect({name: name, n: n}) AS relation_counts
}
CALL () {
  UNWIND $slots AS name
  MATCH (p:Record {workspace: $workspace, kind: 'preference'}) WHERE p.slot = name
  WITH name, count(p) AS n RETURN collect({name: name, n: n}) AS slot_counts
}
RETURN entity_counts, said_counts, relation_counts, slot_counts
