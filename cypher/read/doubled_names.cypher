// purpose: names of one type that lead to several entities, which a store without its constraint may hold
// mode: read
// params:
// returns: workspace, type, name, entities
// plan: scan, asked only when a constraint cannot be made
MATCH (n:Name)
WITH n.key AS key, collect(n) AS names WHERE size(names) > 1
UNWIND names AS n
OPTIONAL MATCH (n)-[:NAMES]->(e:Entity)
WITH key, names, e ORDER BY e.recorded_at, e.seq, e.id
WITH key, names[0] AS n, collect(DISTINCT e.id) AS entities
RETURN n.workspace AS workspace, n.type AS type, n.name AS name, entities ORDER BY workspace, type, name
