// purpose: the records that a request names, with what each says of its entities
// mode: read
// params: workspace, ids
// returns: record, mentions
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})
CALL (r) {
  MATCH (r)-[m:MENTIONS]->(e:Entity)
  RETURN collect(m {.*, entity: e.id, entity_name: e.name, entity_type: e.type}) AS mentions
}
RETURN r {.*} AS record, mentions
