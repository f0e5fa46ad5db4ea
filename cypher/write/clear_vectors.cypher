// purpose: take the vectors of one property from the next things of a workspace, and from the links that its records stated
// mode: write
// params: workspace, after, nothing, limit
// returns: last, cleared
// plan: eager, bounded by the limit
MATCH (n:Searchable {workspace: $workspace}) WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
WITH collect(n) AS things
CALL (things) {
  UNWIND things AS n
  SET n += $nothing
  RETURN max(n.id) AS last
}
CALL (things) {
  UNWIND things AS n
  CALL (n) {
    MATCH (:Entity)-[r:RELATION {record: n.id}]->(:Entity) RETURN r
    UNION ALL
    MATCH (:Merge)-[r:PARKED {record: n.id}]->(:Entity) RETURN r
  }
  SET r += $nothing
  RETURN count(*) AS links
}
RETURN last, size(things) + links AS cleared
