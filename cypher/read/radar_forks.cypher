// purpose: records that were replaced more than once, with the current records that stand for them now
// mode: read
// params: workspace, as_of, valid_at, hidden, limit, most
// returns: total, seq, record, heads
MATCH (old:Record {workspace: $workspace})
USING INDEX old:Record(workspace, valid_to)
// Every replacement gave the record an end: those with one end or none are not expanded.
WHERE old.valid_to < datetime('9999-01-01T00:00:00Z') AND size(old.ends_act) > 1
  AND NOT old.id IN $hidden
CALL (old) {
  MATCH (old)<-[:SUPERSEDES|CORRECTS]-(next:Record)
  WITH old, count(next) AS successors WHERE successors > 1
  // What was replaced again is no head; its successor is.
  MATCH (old)<-[:SUPERSEDES|CORRECTS*1..12]-(head:Record) WHERE holds(head)
  WITH DISTINCT head ORDER BY head.seq, head.item, head.id
  RETURN collect(head) AS heads
}
WITH old, heads, last(heads).seq AS seq WHERE size(heads) > 1
WITH old, heads, seq ORDER BY seq DESC, old.id
WITH collect({old: old.id, heads: [h IN heads[..$most] | h.id], seq: seq}) AS forks
UNWIND forks[..$limit] AS fork
RETURN size(forks) AS total, fork.seq AS seq, fork.old AS record, fork.heads AS heads
