// purpose: the ids of the next entities of a workspace, merged ones too, by name
// mode: read
// params: workspace, after_name, after_id, seq, limit
// returns: id, name
MATCH (e:Entity {workspace: $workspace})
WHERE e.name >= $after_name AND (e.name > $after_name OR e.id > $after_id) AND e.seq <= $seq
RETURN e.id AS id, e.name AS name ORDER BY name, id LIMIT $limit
