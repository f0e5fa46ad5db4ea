// purpose: the relations and mentions that hold among the nodes of a subgraph, each with who stated it, where and since when
// mode: read
// params: workspace, as_of, valid_at, ids, each, limit
// returns: id, source, target, type, reason, record, author, since, precision, recorded_at
UNWIND $ids AS a_id
MATCH (a:Searchable {id: a_id, workspace: $workspace})
CALL (a) {
  MATCH (a)-[r:RELATION]->(b:Entity) WHERE a:Entity AND b.id IN $ids AND holds(r) RETURN r, b LIMIT $each
  UNION ALL
  MATCH (a)-[r:MENTIONS]->(b:Entity) WHERE b.id IN $ids AND holds(r) RETURN r, b LIMIT $each
}
WITH a, r, b LIMIT $limit
RETURN r.id AS id, a.id AS source, b.id AS target, coalesce(r.type, toLower(type(r))) AS type, r.reason AS reason,
  coalesce(r.record, a.id) AS record, coalesce(r.author, a.author) AS author, coalesce(r.valid_from, a.valid_from) AS since,
  coalesce(r.precision, a.precision) AS precision, r.recorded_at AS recorded_at
