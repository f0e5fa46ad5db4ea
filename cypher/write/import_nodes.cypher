// purpose: store imported nodes of one label, a removal or an edit by hand with the entity that it is about
// mode: write
// params: label, rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
CREATE (n:$($label)) SET n = row.properties
WITH n, row
CALL (n, row) {
  WITH n, row WHERE row.removes IS NOT NULL
  MATCH (e:Entity {id: row.removes})
  CREATE (n)-[:REMOVES]->(e)
  RETURN count(*) AS removals
}
CALL (n, row) {
  WITH n, row WHERE row.mention IS NOT NULL
  MATCH (e:Entity {id: row.entity})
  CREATE (n)-[m:MENTIONS]->(e) SET m = row.mention, e.unembedded = true
  RETURN count(*) AS mentions
}
RETURN count(*) AS stored
