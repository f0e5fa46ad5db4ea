// purpose: past tasks to know before a change: those that failed or were corrected, of the thing and of what depends on it
// mode: read
// params: workspace, as_of, valid_at, about, each, said, limit
// returns: task, corrections, corrected, about, hop
// A workspace without tasks is left at once: no mention of its entities is looked at.
MATCH (any:Task {workspace: $workspace}) WHERE any.seq >= 0
WITH any LIMIT 1
UNWIND $about AS row
MATCH (e:Entity {id: row.id, workspace: $workspace})
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-(t:Task)
  WHERE m.recorded_at <= $as_of AND m.valid_from <= $valid_at
  WITH DISTINCT t
  WHERE (t.outcome = 'failed' AND t.closed_at <= $as_of)
    OR EXISTS { (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of }
  RETURN t ORDER BY t.valid_from DESC, t.seq DESC, t.id LIMIT $each
}
// A task about several of them is told once, where it is nearest.
WITH t, e, row.hop AS hop ORDER BY hop, e.name, e.id
WITH t, collect({e: e, hop: hop})[0] AS nearest
WITH t, nearest.e AS e, nearest.hop AS hop ORDER BY hop, t.valid_from DESC, t.seq DESC, t.id LIMIT $limit
CALL (t) {
  MATCH (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of
  WITH c ORDER BY c.seq DESC, c.item
  RETURN count(c) AS corrections, collect(c.right)[..$said] AS corrected
}
RETURN t {.id, .request, .author, .outcome, .closed_at, .valid_from, .precision, .seq} AS task, corrections, corrected,
  e {.id, .name, .type} AS about, hop
ORDER BY hop, task.valid_from DESC, task.seq DESC, task.id
