// purpose: the newest tasks that name some entities, or have some tags, with how much of both they share
// mode: read
// params: workspace, as_of, entities, tags, limit
// returns: id, shared
CALL () {
  UNWIND $entities AS entity
  CALL (entity) {
    MATCH (:Entity {id: entity, workspace: $workspace})<-[:MENTIONS]-(t:Task) WHERE t.recorded_at <= $as_of
    RETURN t ORDER BY t.seq DESC, t.id LIMIT $limit
  }
  RETURN t, 1 AS one
  UNION ALL
  WITH $tags AS tags WHERE size(tags) > 0
  MATCH (t:Task {workspace: $workspace}) WHERE t.seq >= 0 AND t.recorded_at <= $as_of AND any(tag IN t.tags WHERE tag IN tags)
  // In the order of the index: the walk ends where enough are found.
  WITH t, tags ORDER BY t.workspace DESC, t.seq DESC, t.id LIMIT $limit
  RETURN t, size([tag IN t.tags WHERE tag IN tags]) AS one
}
WITH t, sum(one) AS shared ORDER BY shared DESC, t.seq DESC, t.id LIMIT $limit
RETURN t.id AS id, shared
