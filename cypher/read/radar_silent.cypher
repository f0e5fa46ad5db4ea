// purpose: entities that current records name, but none that began of late; those that fell silent last come first
// mode: read
// params: workspace, as_of, valid_at, since, hidden, walk, limit
// returns: total, cut, lines
CALL () {
  // Back from the day: records in the order of the index, newest first, no more of them than `walk`.
  MATCH (r:Record {workspace: $workspace})
  USING INDEX r:Record(workspace, valid_from)
  WHERE r.valid_from < $since
  WITH r ORDER BY r.workspace DESC, r.valid_from DESC LIMIT $walk + 1
  RETURN collect(r) AS walked
}
CALL (walked) {
  UNWIND walked[..$walk] AS r
  // A record and what it says of things hold at the same time.
  WITH r WHERE holds(r)
  MATCH (r)-[:MENTIONS]->(e:Entity)
  WITH e, max(r.valid_from) AS newest
  WHERE NOT e.id IN $hidden AND NOT EXISTS { MATCH (e)<-[n:MENTIONS]-() WHERE n.valid_from >= $since AND holds(n) }
  WITH e ORDER BY newest DESC, e.id
  RETURN collect(e) AS silent
}
CALL (silent) {
  UNWIND silent[..$limit] AS e
  CALL (e) {
    MATCH (e)<-[m:MENTIONS]-(r:Record) WHERE holds(m)
    RETURN r ORDER BY m.valid_from DESC, m.seq DESC, m.item DESC LIMIT 1
  }
  RETURN collect({entity: e {.id, .name, .type}, valid_from: r.valid_from, precision: r.precision, record: r.id, title: r.title,
    author: r.author}) AS lines
}
RETURN size(silent) AS total, size(walked) > $walk AS cut, lines
