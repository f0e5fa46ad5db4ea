// purpose: the names of an entity that another entity of the new type holds already
// mode: read
// params: workspace, entity, old, new
// returns: name, holder
MATCH (e:Entity {id: $entity})<-[:NAMES]-(n:Name) WHERE n.type = $old
MATCH (o:Name {lookup: n.lookup}) WHERE o.type = $new AND o.workspace = $workspace
MATCH (o)-[:NAMES]->(x:Entity)
RETURN n.name AS name, x.id AS holder ORDER BY name
