// purpose: candidates of a workspace, all of one state or those that are named, with the corrections they rest on
// mode: read
// params: workspace, as_of, ids, key
// returns: candidate, corrections
CALL () {
  WITH $ids AS ids WHERE ids IS NOT NULL
  UNWIND ids AS id
  MATCH (c:Candidate {id: id, workspace: $workspace}) RETURN c
  UNION
  WITH $key AS key WHERE key IS NOT NULL
  MATCH (c:Candidate {workspace: $workspace, key: key}) RETURN c
  UNION
  WITH $key AS key WHERE key IS NULL AND $ids IS NULL
  MATCH (c:Candidate {workspace: $workspace}) WHERE c.seq >= 0 RETURN c
}
WITH c WHERE c.recorded_at <= $as_of
RETURN c {.*} AS candidate,
  COLLECT { MATCH (c)-[r:RESTS_ON]->(k:Correction) WHERE r.recorded_at <= $as_of
    RETURN k {.id, .task, .wrong, .right, .why, .author, .target, at: toString(k.recorded_at)} AS row ORDER BY k.seq, k.item, k.id } AS corrections
ORDER BY candidate.seq, candidate.id
