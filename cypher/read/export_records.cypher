// purpose: the ids of the next records of a workspace, in order of statement
// mode: read
// params: workspace, after_seq, after_item, after_id, seq, limit
// returns: id, seq, item
MATCH (r:Record {workspace: $workspace}) WHERE r.seq >= $after_seq AND r.seq <= $seq
WITH r WHERE r.seq > $after_seq OR r.item > $after_item OR (r.item = $after_item AND r.id > $after_id)
RETURN r.id AS id, r.seq AS seq, r.item AS item ORDER BY seq, item, id LIMIT $limit
