// purpose: the records that touch a file and have begun, ended ones too, newest first; no row for a file nobody named
// mode: read
// params: workspace, as_of, valid_at, file, limit
// returns: path, problems, decisions, records
MATCH (f:File {id: $file, workspace: $workspace})
CALL (f) {
  MATCH (f)<-[t:TOUCHES]-(r:Record)
  WHERE r.recorded_at <= $as_of AND r.valid_from <= $valid_at
  WITH r, t ORDER BY t.lines, t.commit
  WITH r, collect({lines: t.lines, commit: t.commit}) AS touches
  ORDER BY r.valid_from DESC, r.seq DESC, r.item DESC, r.id
  RETURN collect({record: r.id, kind: r.kind, touches: touches}) AS found
}
RETURN f.path AS path,
  [x IN found WHERE x.kind STARTS WITH 'problem'][..$limit] AS problems,
  [x IN found WHERE x.kind = 'decision'][..$limit] AS decisions,
  [x IN found WHERE NOT (x.kind STARTS WITH 'problem' OR x.kind = 'decision')][..$limit] AS records
