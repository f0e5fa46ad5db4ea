// purpose: store chunks of a document in their order, with their terms
// mode: write
// params: workspace, scope, holder, rows, instants, terms, most
// returns: created
// plan: eager, between steps that give one row each
MATCH (c:Document {id: $holder})
SET c.count = c.count + size($rows)
WITH c
CALL (c) {
  UNWIND $rows AS row
  CREATE (x:Chunk:Searchable)-[:OF]->(c)
  SET x = row.plain, x += {valid_from: $instants[row.at.valid_from], stated_to: $instants[row.at.stated_to],
    valid_to: $instants[row.at.valid_to], recorded_at: $instants[row.at.recorded_at], ended_at: $instants[row.at.ended_at],
    place_from: $instants[row.at.place_from], place_last: $instants[row.at.place_last]}
  RETURN collect(x.id) AS created
}
CALL (created) {
  UNWIND $terms AS row
  MATCH (x:Chunk {id: row.id})
  CALL (row) {
    // Of a long text the rarest stems count: those that join it to few others.
    UNWIND row.stems AS stem
    OPTIONAL MATCH (t:Term {key: $scope + ' ' + stem})
    WITH stem, CASE WHEN t IS NULL THEN 0 ELSE COUNT { (t)<-[:HAS_TERM]-() } END AS texts ORDER BY texts, stem LIMIT $most
    RETURN stem
  }
  MERGE (t:Term {key: $scope + ' ' + stem}) ON CREATE SET t.workspace = $workspace, t.stem = stem
  CREATE (x)-[:HAS_TERM]->(t)
  RETURN count(*) AS joined
}
RETURN created
