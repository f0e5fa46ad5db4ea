// purpose: the records that were stated, ended, begun or reinstated between two readings, in order of statement
// mode: read
// params: workspace, as_of, known, start, until, limit
// returns: record, added, begun
CALL () {
  MATCH (r:Record) WHERE r.workspace = $workspace AND r.ended_at > $known RETURN r
  UNION
  MATCH (r:Record) WHERE r.workspace = $workspace AND r.valid_to > $start AND r.valid_to <= $until RETURN r
  UNION
  MATCH (r:Record) WHERE r.workspace = $workspace AND r.valid_from > $start AND r.valid_from <= $until RETURN r
}
WITH r WHERE r.recorded_at <= $as_of
RETURN r.id AS record, r.recorded_at > $known AS added, r.valid_from > $start AS begun ORDER BY r.seq, r.item, r.id LIMIT $limit
