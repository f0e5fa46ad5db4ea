// purpose: lay the entities of a workspace and their current links into memory, where the graph algorithms of the server read them
// mode: read
// params: workspace, as_of, valid_at, graph
// returns: projected
// An index with two keys serves only where both are asked for.
MATCH (e:Entity {workspace: $workspace}) WHERE e.name >= '' AND e.survivor IS NULL AND coalesce(e.recorded_at <= $as_of, true)
// Isolated entities stay, so that each has its group. Edges that say the same are one with a weight.
OPTIONAL MATCH (e)-[r:RELATION]->(o:Entity) WHERE holds(r)
WITH e, o, count(r) AS weight
RETURN gds.graph.project($graph, e, o, {relationshipType: 'LINK', relationshipProperties: {weight: weight}},
  {undirectedRelationshipTypes: ['*'], readConcurrency: 2}) AS projected
