// purpose: the groups that a projection was parted into, largest first, each with its most central entities
// mode: read
// params: graph, each
// returns: community, size, central, ranks
CALL gds.graph.nodeProperty.stream($graph, 'community') YIELD nodeId, propertyValue AS community
WITH community, nodeId, gds.util.nodeProperty($graph, nodeId, 'rank') AS rank
WITH community, nodeId, rank ORDER BY rank DESC, nodeId
WITH community, count(*) AS size, collect({node: nodeId, rank: rank})[..$each] AS first WHERE size > 1
WITH community, size, [f IN first | {id: gds.util.asNode(f.node).id, rank: f.rank}] AS first ORDER BY size DESC, first[0].id
RETURN community, size, [f IN first | f.id] AS central, [f IN first | f.rank] AS ranks
