// purpose: the next records to erase, with all that may tell of them: what they named, edges, instants, records that carry them on
// mode: read
// params: workspace, record, session, author, document, conversation, limit
// returns: record, named, edges, instants, carried_by
CALL () {
  MATCH (r:Record {id: $record, workspace: $workspace}) RETURN r
  UNION
  MATCH (r:Record {workspace: $workspace, session: $session}) WHERE $session IS NOT NULL RETURN r
  UNION
  MATCH (r:Record {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN r
  UNION
  MATCH (d:Document {workspace: $workspace, name: $document}) MATCH (r:Record {workspace: $workspace, document: d.id})
  WHERE $document IS NOT NULL RETURN r
  UNION
  MATCH (:Conversation {workspace: $workspace, name: $conversation})<-[:OF]-(:Message)<-[:FROM]-(r:Record)
  WHERE $conversation IS NOT NULL RETURN r
}
WITH r ORDER BY r.seq, r.item LIMIT $limit
WITH r, COLLECT { MATCH (r)-[m:MENTIONS]->(:Entity) RETURN {home: m.stated, name: m.name, aliases: m.aliases} } AS named
CALL (r) {
  CALL (r) {
    MATCH (:Entity)-[e:RELATION {record: r.id}]->(:Entity) RETURN e
    UNION ALL
    MATCH (:Merge)-[e:PARKED {record: r.id}]->(:Entity) RETURN e
  }
  RETURN collect(e.id) AS edges, collect(coalesce(e.ends_learned, []) + coalesce(e.ends_undone, [])) AS moments
}
CALL (r) {
  MATCH (n:Record)-[:SUPERSEDES|CORRECTS]->(r)
  WHERE EXISTS {
    MATCH (:Entity)-[a:RELATION {record: n.id}]->(:Entity)
    MATCH (:Entity)-[b:RELATION {record: r.id}]->(:Entity)
    WHERE a.type = b.type AND a.stated_source = b.stated_source AND a.stated_target = b.stated_target AND a.reason = b.reason
  }
  RETURN collect(n.id) AS carried_by
}
RETURN r {.*} AS record, named, edges, carried_by,
  reduce(all = [r.recorded_at] + coalesce(r.ends_learned, []) + coalesce(r.ends_undone, []), m IN moments | all + m) AS instants
