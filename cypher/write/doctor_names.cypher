// purpose: of names that stand several times, keep one for each entity, under the spelling that is its own from now on
// mode: write
// params: workspace, key, rows
// returns: kept
// plan: eager, bounded by one name
MATCH (n:Name {key: $key}) WHERE n.workspace = $workspace
OPTIONAL MATCH (n)-[:NAMES]->(e:Entity)
WITH n, e ORDER BY n.seq, n.home
WITH e, collect(n) AS names
CALL (e, names) {
  // One that leads nowhere says nothing; of several that lead to one entity one is enough.
  UNWIND CASE WHEN e IS NULL THEN names ELSE names[1..] END AS needless
  DETACH DELETE needless
  RETURN count(*) AS deleted
}
WITH e, names WHERE e IS NOT NULL
UNWIND [row IN $rows WHERE row.entity = e.id] AS row
WITH names[0] AS n, row
SET n = row.properties
RETURN count(*) AS kept
