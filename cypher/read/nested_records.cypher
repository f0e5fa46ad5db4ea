// purpose: the newest records that name entities, for many entities at once
// mode: read
// params: workspace, as_of, ids, limit
// returns: id, records
UNWIND $ids AS id
MATCH (e:Entity {id: id, workspace: $workspace})
CALL (e) {
  MATCH (e)<-[:MENTIONS]-(r:Record)
  WITH DISTINCT r WHERE r.recorded_at <= $as_of
  WITH r ORDER BY r.seq DESC, r.item DESC, r.id DESC LIMIT $limit
  RETURN collect(r.id) AS records
}
RETURN id, records
