// purpose: for each group of a projection, how many current records name its entities, and the decisions that name the most central ones
// mode: read
// params: as_of, valid_at, graph, each
// returns: community, records, decisions
CALL gds.graph.nodeProperty.stream($graph, 'community') YIELD nodeId, propertyValue AS community
WITH community, collect(nodeId) AS members WHERE size(members) > 1
UNWIND members AS member
WITH community, gds.util.asNode(member) AS e, gds.util.nodeProperty($graph, member, 'rank') AS rank
MATCH (e)<-[m:MENTIONS]-(:Record) WHERE holds(m)
WITH community, m.record AS record, m.kind AS kind, max(m.valid_from) AS at, sum(rank) AS weight
WITH community, record, kind, at, weight ORDER BY weight DESC, at DESC, record
RETURN community, count(*) AS records, collect(CASE kind WHEN 'decision' THEN record END)[..$each] AS decisions
