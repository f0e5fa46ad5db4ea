// purpose: give an entity, those merged into it that had its type, and their names another type
// mode: write
// params: workspace, row
// returns: entities, names
// plan: eager, over the names of one entity
WITH $row AS row
MATCH (e:Entity) WHERE (e.id = row.entity OR e.survivor = row.entity) AND e.type = row.old
SET e.type = row.new
REMOVE e:$(row.old_label)
SET e:$(row.new_label)
WITH row, count(e) AS entities
OPTIONAL MATCH (:Entity {id: row.entity})<-[:NAMES]-(n:Name) WHERE n.type = row.old
SET n.type = row.new, n.key = $workspace + '\u001f' + row.new + '\u001f' + n.name_key
RETURN entities, count(n) AS names
