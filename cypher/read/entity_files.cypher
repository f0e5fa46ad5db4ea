// purpose: the files that current records about an entity touch
// mode: read
// params: workspace, as_of, valid_at, entity, limit
// returns: path, records
MATCH (e:Entity {id: $entity, workspace: $workspace})<-[m:MENTIONS]-(r:Record)
WHERE holds(m)
MATCH (r)-[:TOUCHES]->(f:File)
RETURN f.path AS path, count(DISTINCT r) AS records ORDER BY records DESC, path LIMIT $limit
