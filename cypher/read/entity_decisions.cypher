// purpose: the current decisions about an entity, newest first
// mode: read
// params: workspace, as_of, valid_at, entity, limit
// returns: record
MATCH (e:Entity {id: $entity, workspace: $workspace})<-[m:MENTIONS]-(:Record)
WHERE m.kind = 'decision' AND holds(m)
WITH DISTINCT m.record AS record, m.valid_from AS at, m.seq AS seq, m.item AS item
RETURN record ORDER BY at DESC, seq DESC, item DESC, record DESC LIMIT $limit
