// purpose: names of one type of entity that are names of another type already
// mode: read
// params: workspace, old, new, limit
// returns: name
MATCH (n:Name {workspace: $workspace})
WHERE n.fold >= '' AND n.type = $old
MATCH (o:Name {lookup: n.lookup}) WHERE o.type = $new AND o.workspace = $workspace
RETURN n.name AS name ORDER BY name LIMIT $limit
