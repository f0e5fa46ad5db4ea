// purpose: the dismissals that stand, the newest of each line of the radar, newest first, with what each line is about
// mode: read
// params: workspace, as_of, seq, id, limit
// returns: id, key, kind, seq, entities, title, author, reason, dismissed_at
MATCH (d:Dismissal {workspace: $workspace})
WHERE d.key IS NOT NULL AND d.recorded_at <= $as_of AND coalesce($as_of < d.undone_at, true)
WITH d ORDER BY d.seq DESC, d.id DESC
WITH d.key AS key, head(collect(d)) AS d
WITH d, key WHERE $seq IS NULL OR [d.seq, d.id] < [$seq, $id]
WITH d, key ORDER BY d.seq DESC, d.id DESC LIMIT $limit
CALL (d) {
  OPTIONAL MATCH (m:Merge {id: d.one})
  UNWIND CASE WHEN m IS NULL THEN [d.one, d.other] ELSE [m.loser, m.survivor] END AS id
  MATCH (e:Entity {id: id, workspace: $workspace})
  RETURN collect(e {.id, .name, .type}) AS entities
}
OPTIONAL MATCH (r:Record {id: d.one, workspace: $workspace})
RETURN d.id AS id, key, d.kind AS kind, d.seq AS seq, entities, r.title AS title, d.author AS author, d.reason AS reason, d.recorded_at AS dismissed_at
ORDER BY seq DESC, id DESC
