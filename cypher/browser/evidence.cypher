// purpose: evidence: who stated the links of $name, in which records, since when
// mode: read
// params: workspace, name, as_of, valid_at
// returns: source, relation, target, reason, author, since, record
MATCH (x:Entity {workspace: $workspace, name: $name})-[r:RELATION]-(:Entity) WHERE holds(r)
RETURN DISTINCT startNode(r).name AS source, r.type AS relation, endNode(r).name AS target, r.reason AS reason, r.author AS author,
  r.valid_from AS since, r.record AS record ORDER BY since LIMIT 300
