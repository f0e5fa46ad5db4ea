// purpose: records that were replaced more than once, with the current records that stand for them now
// mode: read
// params: workspace, as_of, valid_at, hidden, limit, most
// returns: total, seq, record, heads
MATCH (old:Record {workspace: $workspace})
USING INDEX old:Record(workspace, valid_to)
// Every replaced record has an end; open ones are not looked at.
WHERE old.valid_to < datetime('9999-01-01T00:00:00Z') AND COUNT { (old)<-[:SUPERSEDES|CORRECTS]-(:Record) } > 1
  AND NOT old.id IN $hidden
CALL (old) {
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
