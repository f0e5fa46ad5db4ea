// purpose: merges that the system made by itself and that no person has judged
// mode: read
// params: workspace, as_of, hidden, limit
// returns: total, merge, loser, survivor, reason, merged_at
MATCH (m:Merge {workspace: $workspace})
WHERE m.seq > 0 AND m.author = 'system' AND m.undone_at IS NULL AND m.recorded_at <= $as_of AND NOT m.id IN $hidden
MATCH (l:Entity {id: m.loser}) MATCH (s:Entity {id: m.survivor})
MATCH (e:Entity {id: coalesce(s.survivor, s.id)})
WITH m, l, e ORDER BY m.seq DESC, m.id
WITH collect({m: m, l: l, e: e}) AS merges
UNWIND merges[..$limit] AS row
WITH size(merges) AS total, row.m AS m, row.l AS l, row.e AS e
RETURN total, m.id AS merge, l {.id, .name, .type} AS loser, e {.id, .name, .type} AS survivor, m.reason AS reason,
  m.recorded_at AS merged_at
