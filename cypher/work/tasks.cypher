// purpose: tasks that fit every filter, those that were recorded last first
// mode: read
// params: workspace, as_of, ids, state, outcome, tag, session, author, seq, id, limit
// returns: task, corrections
CALL () {
  WITH $ids AS ids WHERE ids IS NULL
  MATCH (t:Task {workspace: $workspace}) WHERE t.seq >= 0
  RETURN t
  UNION ALL
  WITH $ids AS ids WHERE ids IS NOT NULL
  UNWIND ids AS id
  MATCH (t:Task {id: id, workspace: $workspace})
  RETURN t
}
WITH t, CASE WHEN t.closed_at <= $as_of THEN 'closed' ELSE 'open' END AS state
WHERE t.recorded_at <= $as_of AND ($state IS NULL OR state = $state)
  AND ($outcome IS NULL OR (state = 'closed' AND t.outcome = $outcome)) AND ($tag IS NULL OR $tag IN coalesce(t.tags, []))
  AND ($session IS NULL OR t.session = $session) AND ($author IS NULL OR t.author = $author)
  AND ($seq IS NULL OR [t.seq, t.id] < [$seq, $id])
WITH t ORDER BY t.seq DESC, t.id DESC LIMIT $limit
RETURN t {.id, .request, .agent, .session, .author, .tags, .said, .said_at, .outcome, .closed_at, .valid_from, .precision, .seq} AS task,
  COUNT { (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of } AS corrections
ORDER BY task.seq DESC, task.id DESC
