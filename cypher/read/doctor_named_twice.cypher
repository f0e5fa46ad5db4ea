// purpose: names of one type that stand several times, with the entities that they lead to, the oldest first
// mode: read
// params:
// returns: workspace, key, type, name, entities, several
// plan: scan, every name is looked at
MATCH (n:Name)
WITH n.key AS key, collect(n) AS names WHERE size(names) > 1
CALL (names) {
  UNWIND names AS n
  OPTIONAL MATCH (n)-[:NAMES]->(e:Entity)
  WITH n, e ORDER BY e.recorded_at, e.seq, e.id
  RETURN collect(DISTINCT e {.id, .name}) AS entities, count(*) > count(DISTINCT n) AS several
}
RETURN names[0].workspace AS workspace, key, names[0].type AS type, names[0].name AS name, entities, several ORDER BY workspace, key
