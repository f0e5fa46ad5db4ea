// purpose: store imported spellings, each leading to the entity that stands for its own
// mode: write
// params: rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
MATCH (e:Entity {id: row.entity})
CREATE (n:Name)-[:NAMES]->(e) SET n = row.properties, e.unembedded = true
RETURN count(*) AS stored
