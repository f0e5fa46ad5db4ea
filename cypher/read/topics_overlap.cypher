// purpose: how many entities the groups of a projection share with the groups of the run before
// mode: read
// params: graph, slot
// returns: community, before, shared
CALL gds.graph.nodeProperty.stream($graph, 'community') YIELD nodeId, propertyValue AS community
WITH community, gds.util.asNode(nodeId) AS e
WITH community, CASE $slot WHEN 'a' THEN e.topic_a WHEN 'b' THEN e.topic_b END AS before
WITH community, before, count(*) AS shared WHERE before IS NOT NULL AND shared > 1
RETURN community, before, shared ORDER BY shared DESC, community, before
