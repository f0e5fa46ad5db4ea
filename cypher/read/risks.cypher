// purpose: the records to know before a change: decisions, requirements and problems about the thing and what depends on it
// mode: read
// params: workspace, as_of, valid_at, about, each, limit
// returns: record, kind, title, description, author, valid_from, precision, holds, about, hop
UNWIND $about AS row
MATCH (e:Entity {id: row.id, workspace: $workspace})
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(:Record)
  WHERE m.kind IN ['decision', 'requirement', 'problem_found', 'problem_solved'] AND m.recorded_at <= $as_of AND m.valid_from <= $valid_at
  WITH m, end_of(m) AS end
  // What ended within a year is still a risk when it was a problem; what never held is none.
  WHERE end > $valid_at OR (m.kind STARTS WITH 'problem' AND end > m.valid_from AND end > $valid_at - duration({years: 1}))
  RETURN m, end > $valid_at AS holding ORDER BY holding DESC, m.valid_from DESC, m.seq DESC, m.item DESC LIMIT $each
}
// A record about several of them is told once, where it is nearest.
WITH m, holding, e, row.hop AS hop ORDER BY hop, e.name, e.id
WITH m.record AS id, collect({e: e, hop: hop, holding: holding, m: m})[0] AS nearest
WITH id, nearest, nearest.m AS m ORDER BY nearest.holding DESC, nearest.hop, m.valid_from DESC, m.seq DESC, m.item DESC, id LIMIT $limit
WITH id, nearest.e AS e, nearest.hop AS hop, nearest.holding AS holding
MATCH (r:Record {id: id})
RETURN r.id AS record, r.kind AS kind, r.title AS title, coalesce(r.solution, r.description, r.reason, r.requirement, r.text) AS description,
  r.author AS author, toString(r.valid_from) AS valid_from, r.precision AS precision, holding AS holds,
  e {.id, .name, .type} AS about, hop
ORDER BY holds DESC, hop, r.valid_from DESC, r.seq DESC, r.item DESC
