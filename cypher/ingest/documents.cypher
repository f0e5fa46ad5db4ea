// purpose: ingested documents of a workspace by name, with how far each came
// mode: read
// params: workspace, as_of, source, state, after, limit
// returns: document
MATCH (d:Document {workspace: $workspace})
WHERE d.name > coalesce($after, '') AND d.state IS NOT NULL AND d.recorded_at <= $as_of
  AND ($source IS NULL OR d.source = $source) AND ($state IS NULL OR d.state = $state)
WITH d ORDER BY d.name LIMIT $limit
RETURN d {.id, .name, .source, .path, .title, .state, .reason, .version, .updated_at, .notes} AS document ORDER BY document.name
