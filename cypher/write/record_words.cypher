// purpose: what the words of records are made of: their own texts, the names they use, the reasons of their links
// mode: read
// params: workspace, ids
// returns: record, named, reasons
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})
CALL (r) {
  OPTIONAL MATCH (r)-[m:MENTIONS]->(:Entity)
  WITH m ORDER BY m.id
  RETURN collect(m {.name, .aliases}) AS named
}
CALL (r) {
  CALL (r) {
    MATCH (:Entity)-[e:RELATION {record: r.id}]->(:Entity) RETURN e
    UNION ALL
    MATCH (:Merge)-[e:PARKED {record: r.id}]->(:Entity) RETURN e
  }
  WITH e ORDER BY e.id
  RETURN collect(e.reason) AS reasons
}
RETURN properties(r) AS record, named, reasons
