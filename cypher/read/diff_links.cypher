// purpose: the edges by which links hold at one reading
// mode: read
// params: workspace, as_of, valid_at, links
// returns: link, edges
UNWIND range(0, size($links) - 1) AS link
WITH link, $links[link] AS asked
MATCH (a:Entity {id: asked.source, workspace: $workspace}) MATCH (b:Entity {id: asked.target})
MATCH (a)-[r:RELATION]-(b)
WHERE r.type = asked.type AND (startNode(r) = a OR asked.undirected) AND holds(r)
RETURN link, collect(DISTINCT r.id) AS edges
