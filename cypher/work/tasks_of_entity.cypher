// purpose: the newest tasks that name an entity, with what was said to be right in their place, and how many such tasks there are
// mode: read
// params: workspace, as_of, valid_at, entity, limit, each
// returns: task, corrections, corrected, total
MATCH (e:Entity {id: $entity, workspace: $workspace})<-[m:MENTIONS]-(t:Task)
WHERE m.recorded_at <= $as_of AND m.valid_from <= $valid_at
WITH DISTINCT t ORDER BY t.valid_from DESC, t.seq DESC, t.id
WITH collect(t) AS found
UNWIND found[..$limit] AS t
CALL (t) {
  MATCH (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of
  WITH c ORDER BY c.seq DESC, c.item
  RETURN count(c) AS corrections, collect(c.right)[..$each] AS corrected
}
RETURN t {.id, .request, .author, .outcome, .closed_at, .valid_from, .precision, .seq} AS task, corrections, corrected, size(found) AS total
ORDER BY task.valid_from DESC, task.seq DESC, task.id
