// purpose: pairs of entities whose names may mean one thing, both still named, neither merged nor marked as different
// mode: read
// params: workspace, as_of, valid_at, hidden, limit
// returns: total, one, other, score, record, proposed_at
MATCH (x:Entity)-[p:MAY_BE {workspace: $workspace}]->(y:Entity) WHERE p.recorded_at <= $as_of
// Proposed between the names as they were written; shown between the entities that they lead to now.
MATCH (a:Entity {id: coalesce(x.survivor, x.id)}) MATCH (b:Entity {id: coalesce(y.survivor, y.id)})
WHERE a.id <> b.id
WITH CASE WHEN a.id < b.id THEN a ELSE b END AS one, CASE WHEN a.id < b.id THEN b ELSE a END AS other, p
WITH one, other, p ORDER BY p.score DESC, p.recorded_at, p.record
WITH one, other, collect(p)[0] AS p
WHERE NOT [one.id, other.id] IN $hidden
  AND EXISTS { MATCH (one)<-[m:MENTIONS]-(:Record) WHERE holds(m) }
  AND EXISTS { MATCH (other)<-[m:MENTIONS]-(:Record) WHERE holds(m) }
  AND NOT EXISTS { MATCH (one)-[:DIFFERS_FROM]-(d:Entity) WHERE other.id IN [d.id, d.survivor] }
  AND NOT EXISTS {
    // Marks that were made on a name which has been merged since.
    MATCH (x:Entity {survivor: one.id}) USING INDEX SEEK x:Entity(survivor)
    MATCH (x)-[:DIFFERS_FROM]-(d:Entity) WHERE other.id IN [d.id, d.survivor]
  }
WITH one, other, p ORDER BY p.score DESC, p.recorded_at DESC, one.id, other.id
WITH collect({one: one, other: other, p: p}) AS pairs
UNWIND pairs[..$limit] AS pair
WITH size(pairs) AS total, pair.one AS one, pair.other AS other, pair.p AS p
RETURN total, one {.id, .name, .type} AS one, other {.id, .name, .type} AS other, p.score AS score, p.record AS record,
  p.recorded_at AS proposed_at
