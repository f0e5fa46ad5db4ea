// purpose: the records about an entity that have begun, ended ones too, newest first
// mode: read
// params: workspace, as_of, valid_at, entity, after, limit
// returns: record, at, seq, item
MATCH (e:Entity {id: $entity, workspace: $workspace})<-[m:MENTIONS]-(:Record)
WHERE m.recorded_at <= $as_of AND m.valid_from <= $valid_at
// A record that named two entities which are one now is told once. The grain is the microsecond, as in the cursor.
WITH DISTINCT m.record AS record, datetime.truncate('microsecond', m.valid_from) AS at, m.seq AS seq, m.item AS item
WHERE $after IS NULL OR [at, seq, item, record] < $after
RETURN record, at, seq, item ORDER BY at DESC, seq DESC, item DESC, record DESC LIMIT $limit
