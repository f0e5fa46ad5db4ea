// purpose: what is shown of each hit: title, text, author, and its times with every end
// mode: read
// params: workspace, as_of, valid_at, ids
// returns: hit, times, holds
UNWIND $ids AS id
MATCH (n:Searchable {id: id, workspace: $workspace})
CALL (n) {
  UNWIND coalesce(n.ends_act, []) AS act
  CALL (act) {
    MATCH (a:Record {id: act}) RETURN a.title AS why, a.valid_from AS valid_from, a.precision AS precision
    UNION ALL
    MATCH (a:Act {id: act}) RETURN a.reason AS why, null AS valid_from, null AS precision
  }
  RETURN collect(DISTINCT {id: act, why: why, valid_from: valid_from, precision: precision}) AS acts
}
CALL (n) {
  // An entity is what was said of it last, as far as that still holds.
  MATCH (n)<-[m:MENTIONS]-() WHERE n:Entity AND m.description IS NOT NULL AND holds(m)
  WITH m.description AS said, m ORDER BY m.kind = 'statement', m.place_from DESC, m.place_seq DESC, m.place_item DESC LIMIT 1
  RETURN collect(said) AS said
}
RETURN n {.id, .author, .session, kind: kind(n), type: CASE WHEN n:Entity THEN n.type END,
    title: coalesce(n.title, n.name, n.speaker, n.heading, head(COLLECT { MATCH (n)-[:OF]->(d) RETURN coalesce(d.title, d.name) })),
    text: coalesce(said[0], n.solution, n.answer, n.decision, n.problem, n.change, n.requirement, n.definition, n.preference, n.statement, n.text, n.summary, n.wrong, n.how),
    more: coalesce(n.description, n.reason, n.cause, n.text)} AS hit,
  CASE WHEN n.valid_from IS NOT NULL THEN n {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq,
    .item, .author, .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: acts} END AS times,
  lasts(n) AS holds
