// purpose: tasks of a workspace that fit a few filters, those that were recorded last first
// mode: read
// params: workspace, as_of, state, outcome, tag, session, author, seq, id, limit
// returns: task, corrections
MATCH (t:Task {workspace: $workspace})
// The index gives the order, so that a page reads no more than it needs.
USING INDEX t:Task(workspace, seq)
WHERE t.seq <= $seq AND [t.seq, t.id] < [$seq, $id] AND t.recorded_at <= $as_of
  AND ($state IS NULL OR CASE WHEN t.closed_at <= $as_of THEN 'closed' ELSE 'open' END = $state)
  AND ($outcome IS NULL OR (t.closed_at <= $as_of AND t.outcome = $outcome)) AND ($tag IS NULL OR $tag IN coalesce(t.tags, []))
  AND ($session IS NULL OR t.session = $session) AND ($author IS NULL OR t.author = $author)
WITH t ORDER BY t.workspace DESC, t.seq DESC, t.id DESC LIMIT $limit
RETURN t {.id, .request, .agent, .session, .author, .tags, .said, .said_at, .outcome, .closed_at, .valid_from, .precision, .seq} AS task,
  COUNT { (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of } AS corrections
ORDER BY task.seq DESC, task.id DESC
