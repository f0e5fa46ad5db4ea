// purpose: the links whose statement is nearest to a text, by the vector indexes of their types
// mode: read
// params: workspace, as_of, valid_at, indexes, reach, vector, limit
// returns: source, target, score
UNWIND $indexes AS index
CALL db.index.vector.queryRelationships(index, $reach, $vector) YIELD relationship AS r, score
WHERE r.workspace = $workspace AND holds(r)
WITH r, score ORDER BY score DESC, r.id LIMIT $limit
RETURN startNode(r).id AS source, endNode(r).id AS target, score
