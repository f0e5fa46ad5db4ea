// purpose: the names of an entity that an entity of the new type holds already, be it one that was merged into it
// mode: read
// params: workspace, entity, old, new
// returns: name, holder, merged
MATCH (e:Entity {id: $entity})<-[:NAMES]-(n:Name) WHERE n.type = $old
MATCH (o:Name {lookup: n.lookup}) WHERE o.type = $new AND o.workspace = $workspace
MATCH (o)-[:NAMES]->(x:Entity)
RETURN n.name AS name, o.home AS holder, x.id = e.id AS merged ORDER BY name
