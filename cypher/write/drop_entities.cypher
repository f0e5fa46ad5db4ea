// purpose: delete entities that nothing states any more, with their names; one that a merge still needs keeps its node alone
// mode: write
// params: workspace, ids
// returns: dropped
// plan: eager, bounded by the entities of one batch of records
UNWIND $ids AS id
MATCH (h:Entity {id: id, workspace: $workspace})
MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
CALL (h, e) {
  MATCH (n:Name)-[:NAMES]->(e) WHERE n.home = h.id
  DETACH DELETE n
  RETURN count(*) AS names
}
WITH h, e, EXISTS { MATCH (m:Merge {workspace: $workspace}) WHERE m.seq >= 0 AND h.id IN [m.loser, m.survivor] } AS merged
CALL (h, e, merged) {
  WITH h, e, merged WHERE merged
  OPTIONAL MATCH (left:Name)-[:NAMES]->(h)
  WITH h, min(left.name) AS left
  SET h.name = coalesce(left, '[erased]')
  RETURN count(*) AS kept
}
CALL (h, merged) {
  WITH h, merged WHERE merged
  MATCH (m:Merge {workspace: $workspace}) WHERE m.seq >= 0 AND h.id IN [m.loser, m.survivor]
  REMOVE m.reason, m.undone_reason
  RETURN count(*) AS reasons
}
CALL (h, merged) {
  WITH h WHERE NOT merged
  OPTIONAL MATCH (d:Description)-[:MENTIONS]->(h)
  DETACH DELETE d, h
  RETURN count(*) AS gone
}
RETURN count(*) AS dropped
