// purpose: whether an entity is reached again from what depends on it: whether it stands in a cycle
// mode: read
// params: workspace, as_of, valid_at, entity, among
// returns: reached
MATCH (x:Entity {id: $entity, workspace: $workspace})
CALL (x) {
  MATCH (x)-[r:DEPENDS_ON|IMPLEMENTS]->(a:Entity) RETURN a, r
  UNION ALL
  MATCH (x)<-[r:REQUIRED_BY]-(a:Entity) RETURN a, r
}
WITH a, r WHERE a.id IN $among AND holds(r)
RETURN count(*) > 0 AS reached
