// purpose: lineage: how we got to $name, what solved it and what followed
// mode: read
// params: workspace, name, as_of, valid_at
// returns: way
MATCH (x:Entity {workspace: $workspace, name: $name})
MATCH way = (x)((a:Entity)-[r:LINEAGE]-(b:Entity) WHERE holds(r)){1,5}(y)
RETURN way LIMIT 300
