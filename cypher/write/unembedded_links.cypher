// purpose: the links of some records that have no vector yet, by the names of the entities they were stated with
// mode: read
// params: workspace, records, properties
// returns: id, type, source, target, reason
UNWIND $records AS record
CALL (record) {
  MATCH (:Entity)-[r:RELATION {record: record}]->(:Entity) RETURN r
  UNION ALL
  MATCH (:Merge)-[r:PARKED {record: record}]->(:Entity) RETURN r
}
WITH r WHERE r.workspace = $workspace AND any(p IN $properties WHERE r[p] IS NULL)
MATCH (a:Entity {id: r.stated_source}) MATCH (b:Entity {id: r.stated_target})
RETURN r.id AS id, r.type AS type, a.name AS source, b.name AS target, r.reason AS reason
