// purpose: the entities that another one stands for now
// mode: read
// params:
// returns: id, survivor
// plan: scan, every merged entity is looked at
MATCH (e:Entity) WHERE e.survivor IS NOT NULL
RETURN e.id AS id, e.survivor AS survivor ORDER BY id
