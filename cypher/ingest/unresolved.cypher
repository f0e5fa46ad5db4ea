// purpose: entities that ingests alone have named, made behind a place in the order, beside those of their type with names like theirs
// mode: read
// params: workspace, seq, name, id, slot, limit
// returns: new, known, score, cosine, record
MATCH (r:Record {workspace: $workspace})
WHERE r.seq >= $seq AND r.kind = 'statement'
MATCH (r)-[:MENTIONS]->(e:Entity)
// What people and agents named is theirs to merge.
WHERE e.seq = r.seq AND e.survivor IS NULL AND (e.seq > $seq OR e.name > $name OR e.name = $name AND e.id > $id)
  AND NOT EXISTS { (e)<-[:MENTIONS]-(o) WHERE coalesce(o.kind, '') <> 'statement' }
WITH e, min(r.id) AS record
MATCH (e)-[p:MAY_BE]-(x:Entity)
MATCH (k:Entity {id: coalesce(x.survivor, x.id)})
WHERE k.type = e.type AND k.id <> e.id
WITH e, k, record, max(p.score) AS score,
  CASE $slot WHEN 'a' THEN e.vector_a ELSE e.vector_b END AS one, CASE $slot WHEN 'a' THEN k.vector_a ELSE k.vector_b END AS other
// The database halves a cosine into 0..1.
WITH e, k, record, score,
  CASE WHEN size(one) = size(other) THEN 2 * vector.similarity.cosine(one, other) - 1 END AS cosine
RETURN e {.id, .name, .type, .seq} AS new,
  k {.id, .name, .type, .seq, read: NOT EXISTS { (k)<-[:MENTIONS]-(o) WHERE coalesce(o.kind, '') <> 'statement' }} AS known,
  score, cosine, record
ORDER BY new.seq, new.name, new.id, score DESC, cosine DESC, known.seq, known.name LIMIT $limit
