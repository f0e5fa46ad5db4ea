// purpose: what a vector index finds and the filters let through, nearest first
// mode: read
// params: workspace, as_of, valid_at, index, reach, vector, kinds, session, author, first, last, current, limit
// returns: id, holds
CALL db.index.vector.queryNodes($index, $reach, $vector) YIELD node AS n, score
WHERE fits(n)
WITH n, score LIMIT $limit
WITH n, score ORDER BY score DESC, n.id
RETURN n.id AS id, lasts(n) AS holds
