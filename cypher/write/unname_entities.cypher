// purpose: take the text out of entities that a merge still needs and nothing states any more: their names, marks and reasons
// mode: write
// params: workspace, ids
// returns: unnamed
// plan: eager, bounded by the entities of one batch of records
UNWIND $ids AS id
MATCH (h:Entity {id: id, workspace: $workspace})
MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
CALL (h, e) {
  MATCH (n:Name)-[:NAMES]->(e) WHERE n.home = h.id
  DETACH DELETE n
  RETURN count(*) AS names
}
CALL (h) {
  OPTIONAL MATCH (left:Name)-[:NAMES]->(h)
  WITH h, min(left.name) AS left
  SET h.name = coalesce(left, '[erased]')
  RETURN count(*) AS kept
}
CALL (h) {
  MATCH (m:Merge {workspace: $workspace}) WHERE m.loser = h.id OR m.survivor = h.id
  REMOVE m.reason, m.undone_reason
  RETURN count(*) AS reasons
}
CALL (h) {
  MATCH (h)-[d:DIFFERS_FROM|MAY_BE]-(:Entity)
  REMOVE d.reason
  RETURN count(*) AS marks
}
RETURN count(*) AS unnamed
