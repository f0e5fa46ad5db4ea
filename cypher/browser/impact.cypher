// purpose: impact: what a change of $name reaches within three hops, each link with its reason
// mode: read
// params: workspace, name, as_of, valid_at
// returns: way
MATCH (x:Entity {workspace: $workspace, name: $name})
MATCH way = (x)((a:Entity)-[r:IMPACT]-(b:Entity)
  WHERE holds(r) AND CASE r.type WHEN 'required_by' THEN startNode(r) = a ELSE endNode(r) = a END){1,3}(y)
RETURN way LIMIT 300
