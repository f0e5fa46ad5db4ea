// purpose: the chunks of a document, or messages of a conversation, that hold, and every record that it or its passages ever stated, with what it names and links
// mode: read
// params: workspace, as_of, valid_at, document
// returns: chunks, records, own
CALL () {
  MATCH (x:Chunk {workspace: $workspace, document: $document}) WHERE x.position >= 0 AND holds(x)
  WITH x ORDER BY x.position
  RETURN collect(x {.id, .digest, .text, .heading}) AS passages
}
CALL () {
  // Of a conversation its messages are the passages: those that an answer is about.
  MATCH (e:Extraction {workspace: $workspace, document: $document})
  MATCH (x:Message {id: e.chunk, workspace: $workspace}) WHERE holds(x)
  WITH DISTINCT x ORDER BY x.position
  RETURN collect(x {.id, .digest, .text, heading: x.speaker}) AS messages
}
CALL () {
  MATCH (r:Record {workspace: $workspace, document: $document})
  CALL (r) {
    MATCH (r)-[m:MENTIONS]->(:Entity)
    RETURN collect(m.name) AS names
  }
  CALL (r) {
    CALL (r) {
      MATCH (:Entity)-[e:RELATION {record: r.id}]->(:Entity) RETURN e
      UNION ALL
      MATCH (:Merge)-[e:PARKED {record: r.id}]->(:Entity) RETURN e
    }
    RETURN collect([e.type, e.reason]) AS links
  }
  WITH r, names, links ORDER BY r.seq, r.item
  RETURN collect({record: r {.*, chunk: r.chunk}, names: names, links: links, holds: holds(r)}) AS records
}
CALL () {
  MATCH (r:Record {workspace: $workspace, document: $document})
  RETURN collect(r.id) AS own
}
RETURN passages + messages AS chunks, records, own
