// purpose: make or find the node of an ingested document, and say of it what is so now
// mode: write
// params: workspace, id, name, properties, clock, seq, author, version
// returns: id, count, before, state
// plan: eager, over one row
MERGE (d:Document {workspace: $workspace, name: $name})
ON CREATE SET d.id = $id, d.count = 0, d.author = $author, d.seq = $seq, d.recorded_at = $clock
WITH d, coalesce(d.version, 0) AS before, d.state AS state
// Who gave a reason goes with it: what is said from here on is no person's.
SET d += $properties, d.by = null, d.updated_at = $clock,
  d.versions = CASE WHEN $version IS NULL OR $version = last(coalesce(d.versions, [])) THEN d.versions ELSE coalesce(d.versions, []) + $version END
RETURN d.id AS id, d.count AS count, before, state
