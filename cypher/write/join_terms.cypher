// purpose: join texts that have no terms yet by their rarest stems
// mode: write
// params: workspace, scope, rows, most
// returns: joined
// plan: eager, bounded by one batch of texts
UNWIND $rows AS row
MATCH (n:Searchable {workspace: $workspace, id: row.id}) WHERE NOT EXISTS { (n)-[:HAS_TERM]->() }
CALL (row) {
  UNWIND row.stems AS stem
  OPTIONAL MATCH (t:Term {key: $scope + ' ' + stem})
  WITH stem, CASE WHEN t IS NULL THEN 0 ELSE COUNT { (t)<-[:HAS_TERM]-() } END AS texts ORDER BY texts, stem LIMIT $most
  RETURN stem
}
MERGE (t:Term {key: $scope + ' ' + stem}) ON CREATE SET t.workspace = $workspace, t.stem = stem
CREATE (n)-[:HAS_TERM]->(t)
RETURN count(*) AS joined
