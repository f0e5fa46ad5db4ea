// purpose: what a full-text query finds and the filters let through, best first
// mode: read
// params: workspace, as_of, valid_at, query, reach, kinds, session, author, first, last, current, limit
// returns: id, holds
CALL db.index.fulltext.queryNodes('searchable', $query, {limit: $reach}) YIELD node AS n, score
// The index gives its matches best first, so that nothing behind the last one wanted is looked at.
WHERE fits(n)
WITH n, score LIMIT $limit
WITH n, score ORDER BY score DESC, n.id
RETURN n.id AS id, lasts(n) AS holds
