// purpose: take back every standing dismissal of a line; it stays readable as of any day before
// mode: write
// params: workspace, clock, author, key, reason
// returns: id
MATCH (d:Dismissal {workspace: $workspace, key: $key}) WHERE d.undone_at IS NULL
WITH d ORDER BY d.seq
SET d.undone_at = $clock, d.undone_by = $author, d.undone_reason = $reason
RETURN d.id AS id
