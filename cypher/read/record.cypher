// purpose: what one record says and touches, what it replaced, what replaced it and what it ended
// mode: read
// params: workspace, as_of, id, limit
// returns: content, text, on_behalf_of, entities, relations, files, successions, ended_records, ended_edges, removes
MATCH (r:Record {id: $id, workspace: $workspace}) WHERE r.recorded_at <= $as_of
CALL (r) {
  MATCH (r)-[m:MENTIONS]->(e:Entity)
  WITH m, e ORDER BY e.name, e.id, m.name, m.stated
  RETURN collect({entity: e {.id, .name, .type}, name: m.name, description: m.description, fields: m.fields}) AS entities
}
CALL (r) {
  CALL (r) {
    MATCH (:Entity)-[x:RELATION {record: r.id}]->(:Entity) RETURN x
    UNION ALL
    MATCH (:Merge)-[x:PARKED {record: r.id}]->(:Entity) RETURN x
  }
  WITH x ORDER BY x.seq, x.item, x.id
  RETURN collect(x.id) AS relations
}
CALL (r) {
  MATCH (r)-[t:TOUCHES]->(f:File)
  WITH f, t ORDER BY f.path, t.lines, t.commit
  RETURN collect({path: f.path, lines: t.lines, commit: t.commit}) AS files
}
CALL (r) {
  MATCH (r)-[p:SUPERSEDES|CORRECTS]-(x:Record) WHERE x.recorded_at <= $as_of
  WITH x, toLower(type(p)) AS how, startNode(p) = r AS newer ORDER BY x.seq, x.item, x.id
  RETURN collect({record: x.id, how: how, newer: newer}) AS successions
}
CALL (r) {
  MATCH (x:Removal {workspace: $workspace})-[:REMOVES]->(e:Entity) WHERE x.record = r.id
  WITH e ORDER BY e.name, e.id
  RETURN collect(e {.id, .name, .type}) AS removes
}
RETURN r {.question, .answer, .decision, .reason, .problem, .solution, .cause, .description, .change, .requirement, .priority, .term,
    .definition, .preference, .slot, .holder, .subject, .predicate, .object, .statement, .document, .chunk} AS content,
  r.text AS text, r.on_behalf_of AS on_behalf_of, entities, relations, files, successions,
  r.ended_records[..$limit] AS ended_records, r.ended_edges[..$limit] AS ended_edges, removes
