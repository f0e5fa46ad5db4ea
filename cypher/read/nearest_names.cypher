// purpose: the names of a workspace that are spelled most like a given one
// mode: read
// params: workspace, query
// returns: name
CALL db.index.fulltext.queryNodes('names', $query, {limit: 50}) YIELD node AS n, score
WHERE n.workspace = $workspace
MATCH (n)-[:NAMES]->(:Entity)
RETURN DISTINCT n.name AS name LIMIT 30
