// purpose: records by their ids, whatever their workspace, with all they said, the parked links too
// mode: read
// params: ids
// returns: id, record, mentions, relations, files, named
UNWIND $ids AS id
MATCH (r:Record {id: id})
CALL (r) {
  MATCH (r)-[m:MENTIONS]->(:Entity)
  RETURN collect(m {.*}) AS mentions
}
CALL (id) {
  CALL (id) {
    MATCH (:Entity)-[x:RELATION {record: id}]->(:Entity) RETURN x, null AS merge
    UNION ALL
    MATCH (m:Merge)-[x:PARKED {record: id}]->(:Entity) RETURN x, m.id AS merge
  }
  RETURN collect(x {.*, parked_on: merge}) AS relations
}
CALL (r) {
  MATCH (r)-[t:TOUCHES]->(f:File)
  RETURN collect({path: f.path, lines: t.lines, commit: t.commit}) AS files
}
CALL (r) {
  MATCH (r)-[s:SUPERSEDES|CORRECTS]->(old:Record)
  RETURN collect({type: type(s), old: old.id}) AS named
}
RETURN id, r {.*} AS record, mentions, relations, files, named
