// purpose: store imported entities with the label of their type
// mode: write
// params: rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
CREATE (e:Entity) SET e = row.properties, e:Searchable:$(row.label)
RETURN count(*) AS stored
