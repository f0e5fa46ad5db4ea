// purpose: store an edit by hand of what is said of an entity
// mode: write
// params: entity, node, mention
// returns: id
// plan: eager, over one row
MATCH (e:Entity {id: $entity})
CREATE (d:Description)-[m:MENTIONS]->(e) SET d = $node, m = $mention
RETURN d.id AS id
