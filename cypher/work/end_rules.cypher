// purpose: give rules the ends that a person decided
// mode: write
// params: workspace, rows
// returns: id
// plan: eager, bounded by one request
UNWIND $rows AS row
MATCH (r:Rule {id: row.id, workspace: $workspace})
SET r += row.properties
RETURN r.id AS id
