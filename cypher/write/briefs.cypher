// purpose: entities by their ids, in the order asked
// mode: read
// params: workspace, ids
// returns: id, name, type
UNWIND range(0, size($ids) - 1) AS n
MATCH (e:Entity {id: $ids[n], workspace: $workspace})
RETURN e.id AS id, e.name AS name, e.type AS type ORDER BY n
