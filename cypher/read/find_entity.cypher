// purpose: the entities that a name leads to, or the one of an id; a merged id leads to its survivor
// mode: read
// params: workspace, lookup, id
// returns: id, name, type, by_id
CALL () {
  MATCH (n:Name {lookup: $lookup})-[:NAMES]->(e:Entity)
  RETURN e, false AS by_id
  UNION
  MATCH (h:Entity {id: $id, workspace: $workspace})
  MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
  RETURN e, true AS by_id
}
WITH e, max(toInteger(by_id)) AS by_id
RETURN e.id AS id, e.name AS name, e.type AS type, by_id = 1 AS by_id ORDER BY type, id
