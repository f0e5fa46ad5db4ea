// purpose: the nearest of everything in the workspace that the filters let through, compared one by one
// mode: read
// params: workspace, as_of, valid_at, slot, vector, kinds, session, author, first, last, current, limit
// returns: id, holds
MATCH (n:Searchable {workspace: $workspace})
WHERE fits(n)
WITH n, CASE $slot WHEN 'a' THEN n.vector_a ELSE n.vector_b END AS own
WHERE size(own) = size($vector)
WITH n, vector.similarity.cosine(own, $vector) AS score ORDER BY score DESC, n.id LIMIT $limit
RETURN n.id AS id, lasts(n) AS holds
