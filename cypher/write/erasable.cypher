// purpose: the records to erase, with the entities their names belonged to
// mode: read
// params: workspace, record, session, author, limit
// returns: record, homes
CALL () {
  MATCH (r:Record {id: $record, workspace: $workspace}) RETURN r
  UNION
  MATCH (r:Record {workspace: $workspace, session: $session}) WHERE $session IS NOT NULL RETURN r
  UNION
  MATCH (r:Record {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN r
}
WITH r ORDER BY r.seq, r.item LIMIT $limit
CALL (r) {
  MATCH (r)-[m:MENTIONS]->(:Entity)
  RETURN collect(m.stated) AS homes
}
RETURN r {.*} AS record, homes
