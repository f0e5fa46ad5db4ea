// purpose: the edges between two entities, ended ones too, or those parked on one, by start
// mode: read
// params: workspace, as_of, a, b, after, limit
// returns: edge, at, seq, item
CALL () {
  MATCH (x:Entity {id: $a, workspace: $workspace}) MATCH (y:Entity {id: $b, workspace: $workspace})
  MATCH (x)-[r:RELATION]-(y)
  RETURN r
  UNION
  MATCH (:Entity {id: $a, workspace: $workspace})<-[r:PARKED]-(:Merge) WHERE $a = $b
  RETURN r
}
// The grain is the microsecond, as in the cursor.
WITH r, datetime.truncate('microsecond', r.valid_from) AS at
WHERE r.recorded_at <= $as_of AND ($after IS NULL OR [at, r.seq, r.item, r.id] > $after)
RETURN r.id AS edge, at, r.seq AS seq, r.item AS item ORDER BY at, seq, item, edge LIMIT $limit
