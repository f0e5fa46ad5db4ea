// purpose: for the next entities of a workspace, the marks that say they differ from another, and the proposals that they are one
// mode: read
// params: workspace, after_name, after_id, seq, clock, limit
// returns: id, name, differences, proposals
MATCH (e:Entity {workspace: $workspace})
WHERE e.name >= $after_name AND (e.name > $after_name OR e.id > $after_id) AND e.seq <= $seq
WITH e ORDER BY e.name, e.id LIMIT $limit
CALL (e) {
  MATCH (e)-[d:DIFFERS_FROM]->(o:Entity) WHERE d.seq <= $seq
  RETURN collect(d {.*, one: e.id, other: o.id}) AS differences
}
CALL (e) {
  MATCH (e)-[p:MAY_BE]->(o:Entity) WHERE p.recorded_at <= $clock
  RETURN collect(p {.*, one: e.id, other: o.id}) AS proposals
}
RETURN e.id AS id, e.name AS name, differences, proposals ORDER BY name, id
