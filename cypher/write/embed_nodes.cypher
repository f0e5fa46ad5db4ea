// purpose: give things words and vectors; one whose words changed meanwhile gets them from who changed them
// mode: write
// params: workspace, rows
// returns: embedded
// plan: eager, bounded by one batch
UNWIND $rows AS row
MATCH (n:Searchable {workspace: $workspace, id: row.id}) WHERE coalesce(n.lexical, '') = coalesce(row.lexical, '')
SET n += row.properties
RETURN count(*) AS embedded
