// purpose: the links that start at any of these entities, as columns: those that hold, and if asked those that held before
// mode: read
// params: workspace, as_of, valid_at, entities, relations, own, ended
// returns: sources, targets, types, holds
UNWIND $entities AS id
MATCH (a:Entity {id: id, workspace: $workspace})-[r:RELATION]->(b:Entity)
WITH id, b, r, holds(r) AS now
WHERE ($relations IS NULL OR r.type IN $relations OR r.semantic IN $own) AND (now OR ($ended AND held(r) AND end_of(r) <= $valid_at))
WITH id, b.id AS target, r.type AS type, max(CASE WHEN now THEN 1 ELSE 0 END) AS holding
RETURN collect(id) AS sources, collect(target) AS targets, collect(type) AS types, collect(holding) AS holds
