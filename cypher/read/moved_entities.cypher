// purpose: entities by their ids, whatever their workspace, with the spellings that were stated for each
// mode: read
// params: ids
// returns: id, entity, names
UNWIND $ids AS id
MATCH (e:Entity {id: id})
CALL (e) {
  MATCH (n:Name)-[:NAMES]->(:Entity {id: coalesce(e.survivor, e.id)}) WHERE n.home = e.id
  RETURN collect(n {.key, .name, .type, .seq}) AS names
}
RETURN id, e {.*} AS entity, names
