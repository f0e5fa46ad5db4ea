// purpose: the links that start at any of these entities, as columns: those that hold, and if asked those that held before
// mode: read
// params: workspace, as_of, valid_at, entities, relations, own, ended
// returns: sources, targets, types, holds
UNWIND $entities AS id
MATCH (a:Entity {id: id, workspace: $workspace})-[r:RELATION]->(b:Entity)
WHERE (r.type IN $relations OR r.semantic IN $own) AND (holds(r) OR ($ended AND held(r) AND end_of(r) <= $valid_at))
WITH id, b.id AS target, r.type AS type, max(CASE WHEN holds(r) THEN 1 ELSE 0 END) AS holding
RETURN collect(id) AS sources, collect(target) AS targets, collect(type) AS types, collect(holding) AS holds
