// purpose: the links of a small workspace whose statement is nearest to a text, compared one by one
// mode: read
// params: workspace, as_of, valid_at, slot, vector, most, limit
// returns: source, target, score
MATCH (n:Searchable {workspace: $workspace}) WHERE n:Entity
MATCH (n)-[r:RELATION]->(b:Entity)
WHERE holds(r)
WITH n, r, b, CASE $slot WHEN 'a' THEN r.vector_a ELSE r.vector_b END AS own LIMIT $most
WHERE size(own) = size($vector)
WITH n, r, b, vector.similarity.cosine(own, $vector) AS score ORDER BY score DESC, r.id LIMIT $limit
RETURN n.id AS source, b.id AS target, score
