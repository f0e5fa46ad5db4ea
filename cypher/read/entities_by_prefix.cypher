// purpose: the entities to which a spelling leads that begins with a given key, by that spelling
// mode: read
// params: as_of, types, prefix, name, id, limit
// returns: entity, names, recorded_at, name
MATCH (n:Name)-[:NAMES]->(e:Entity)
WHERE n.lookup STARTS WITH $prefix AND n.lookup >= $name AND [n.lookup, e.id] > [$name, $id]
  AND e.recorded_at <= $as_of AND ($types IS NULL OR e.type IN $types)
  // An entity of several such spellings stands at the first of them alone.
  AND NOT EXISTS {
    MATCH (e)<-[:NAMES]-(o:Name)
    WHERE o.lookup STARTS WITH $prefix AND (o.lookup < n.lookup OR (o.lookup = n.lookup AND o.key < n.key))
  }
WITH n, e ORDER BY n.lookup, e.id LIMIT $limit
CALL (e) {
  MATCH (e)<-[:NAMES]-(o:Name)
  WITH o ORDER BY o.seq, o.key LIMIT 10
  RETURN collect(DISTINCT o.name) AS names
}
RETURN e {.id, .name, .type} AS entity, names, e.recorded_at AS recorded_at, n.lookup AS name ORDER BY name, entity.id
