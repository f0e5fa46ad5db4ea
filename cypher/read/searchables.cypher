// purpose: the next things of a workspace that a search can return, by id, and whether words or one of some vectors are missing
// mode: read
// params: workspace, after, properties, limit
// returns: id, kind, lacking
MATCH (n:Searchable {workspace: $workspace}) WHERE n.id > $after
WITH n ORDER BY n.id LIMIT $limit
RETURN n.id AS id, head([k IN ['Record', 'Entity', 'Chunk', 'Message', 'Task', 'Correction', 'Rule'] WHERE k IN labels(n)]) AS kind,
  (n.survivor IS NULL AND (n.lexical IS NULL OR n.unembedded OR any(p IN $properties WHERE n[p] IS NULL))) AS lacking
