// purpose: workspaces whose clock or seq lies before what they hold, and how many rows are of a workspace that is not there
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every record and entity is looked at
CALL () {
  MATCH (x:Record) RETURN x.workspace AS workspace, max(x.recorded_at) AS clock, max(x.seq) AS seq, count(*) AS rows
  UNION ALL
  MATCH (x:Entity) RETURN x.workspace AS workspace, max(x.recorded_at) AS clock, max(x.seq) AS seq, count(*) AS rows
  UNION ALL
  MATCH (x:Task|TaskDecision|Source|Tool|Artifact|Correction|Candidate|Rule)
  RETURN x.workspace AS workspace, max(x.recorded_at) AS clock, max(x.seq) AS seq, count(*) AS rows
}
OPTIONAL MATCH (w:Workspace {id: workspace})
WITH workspace, rows, CASE WHEN w IS NULL THEN 'NO_WORKSPACE' WHEN w.clock < clock OR w.seq < seq THEN 'LATE_CLOCK' END AS code
WHERE code IS NOT NULL
RETURN code, CASE code WHEN 'LATE_CLOCK' THEN count(DISTINCT workspace) ELSE sum(rows) END AS count, collect(DISTINCT coalesce(workspace, '(none)'))[0..5] AS examples ORDER BY code
