// purpose: the story as a graph: everything in it that is connected now
// mode: read
// params:
// returns: a, r, b
MATCH (a:Entity {workspace: 'demo-story'}) WHERE a.name >= ''
MATCH (a)-[r:RELATION]->(b:Entity) WHERE r.valid_to > datetime()
RETURN a, r, b
