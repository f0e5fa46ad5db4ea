// purpose: the tasks that somebody said belong to these, by the order of these
// mode: read
// params: workspace, as_of, ids, limit
// returns: id
UNWIND range(0, size($ids) - 1) AS place
WITH place, $ids[place] AS id
MATCH (t:Task {id: id, workspace: $workspace})-[r:RELATED]-(o:Task) WHERE r.recorded_at <= $as_of AND NOT o.id IN $ids
WITH o, min(place) AS place ORDER BY place, o.seq DESC, o.id LIMIT $limit
RETURN o.id AS id
