// purpose: pairs of rules that hold and mean nearly the same
// mode: read
// params: workspace, as_of, valid_at, slot, least
// returns: one, other, score
MATCH (r:Rule {workspace: $workspace}) WHERE r.seq >= 0 AND holds(r)
WITH collect({id: r.id, seq: r.seq, vector: CASE $slot WHEN 'a' THEN r.vector_a ELSE r.vector_b END}) AS rules
UNWIND rules AS a
UNWIND rules AS b
WITH a, b WHERE [a.seq, a.id] < [b.seq, b.id] AND size(a.vector) = size(b.vector)
WITH a, b, 2 * vector.similarity.cosine(a.vector, b.vector) - 1 AS score WHERE score >= $least
RETURN a.id AS one, b.id AS other, score ORDER BY score DESC, one, other LIMIT 20
