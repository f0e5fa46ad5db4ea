// purpose: of some entities, those whose names nothing states any more
// mode: read
// params: workspace, homes
// returns: id
UNWIND $homes AS home
MATCH (h:Entity {id: home, workspace: $workspace})
MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
WHERE NOT EXISTS { ()-[m:MENTIONS]->(e) WHERE m.stated = home } AND NOT EXISTS { (x:Removal)-[:REMOVES]->(e) WHERE x.stated = home }
RETURN h.id AS id
