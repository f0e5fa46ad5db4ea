// purpose: pairs of entities that are said to conflict while another link between the two holds as well, newest conflict first
// mode: read
// params: workspace, as_of, valid_at, hidden, limit, evidence
// returns: total, seq, one, other, conflicts, links
MATCH (x:Entity)-[c:CONFLICTS_WITH {workspace: $workspace}]->(y:Entity)
USING INDEX c:CONFLICTS_WITH(workspace, ended_at)
WHERE c.ended_at IS NOT NULL AND holds(c)
WITH CASE WHEN x.id < y.id THEN x ELSE y END AS one, CASE WHEN x.id < y.id THEN y ELSE x END AS other, max(c.seq) AS seq
WHERE NOT [one.id, other.id] IN $hidden
  AND EXISTS { MATCH (one)-[r:RELATION]-(other) WHERE r.type <> 'conflicts_with' AND holds(r) }
WITH one, other, seq ORDER BY seq DESC, one.id, other.id
WITH collect({one: one, other: other, seq: seq}) AS pairs
UNWIND pairs[..$limit] AS pair
WITH size(pairs) AS total, pair.one AS one, pair.other AS other, pair.seq AS seq
CALL (one, other) {
  MATCH (one)-[r:RELATION]-(other) WHERE holds(r)
  WITH r ORDER BY r.valid_from, r.seq, r.item, r.id
  WITH r.type = 'conflicts_with' AS opposed, collect({id: r.id, source: startNode(r).name, target: endNode(r).name, type: r.type,
    reason: r.reason, record: r.record, author: r.author, since: r.valid_from, precision: r.precision, assumed: r.assumed}) AS edges
  RETURN collect({opposed: opposed, edges: edges[..$evidence]}) AS sides
}
RETURN total, seq, one {.id, .name, .type} AS one, other {.id, .name, .type} AS other,
  [s IN sides WHERE s.opposed | s.edges][0] AS conflicts, [s IN sides WHERE NOT s.opposed | s.edges][0] AS links
