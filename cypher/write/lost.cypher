// purpose: for links that lost an edge, the edges of the same link that still hold when the lost one ended
// mode: read
// params: as_of, links
// returns: key, holding
UNWIND $links AS link
MATCH (a:Entity {id: link.source}) MATCH (b:Entity {id: link.target})
WITH link, a, b, link.at AS valid_at
MATCH (a)-[r:RELATION]-(b)
WHERE r.type = link.type AND (startNode(r) = a OR link.undirected)
  AND r.recorded_at <= $as_of AND r.valid_from <= valid_at AND valid_at < r.valid_to
RETURN link.key AS key, count(DISTINCT r) AS holding
