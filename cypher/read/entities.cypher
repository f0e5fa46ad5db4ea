// purpose: the entities of a workspace by the name they are shown under
// mode: read
// params: workspace, as_of, types, name, id, limit
// returns: entity, names, recorded_at, name
MATCH (e:Entity {workspace: $workspace})
// The index gives the order, so that a page reads no more than it needs.
USING INDEX e:Entity(workspace, name)
WHERE e.name >= $name AND [e.name, e.id] > [$name, $id]
  AND e.survivor IS NULL AND e.recorded_at <= $as_of AND ($types IS NULL OR e.type IN $types)
WITH e ORDER BY e.workspace, e.name, e.id LIMIT $limit
CALL (e) {
  MATCH (e)<-[:NAMES]-(n:Name)
  WITH n ORDER BY n.seq, n.key LIMIT 10
  RETURN collect(DISTINCT n.name) AS names
}
RETURN e {.id, .name, .type} AS entity, names, e.recorded_at AS recorded_at, e.name AS name ORDER BY name, entity.id
