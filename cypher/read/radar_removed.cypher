// purpose: things that are marked as removed while impact links still join them to others
// mode: read
// params: workspace, as_of, valid_at, impact, hidden, limit
// returns: total, seq, entity, valid_from, precision, record, title, author
MATCH (x:Removal {workspace: $workspace})-[:REMOVES]->(e:Entity)
WHERE x.recorded_at <= $as_of AND x.place_from <= $valid_at AND NOT e.id IN $hidden
  AND EXISTS { MATCH (e)-[r:IMPACT]-(:Entity) WHERE holds(r) }
  // An impact link that begins later lifts the mark, a parked one too.
  AND NOT EXISTS {
    // Nearly every link begins before: that is asked first.
    MATCH (e)-[r:IMPACT]-(:Entity) WHERE CASE WHEN later(r, x) THEN r.valid_from <= $valid_at AND held(r) ELSE false END
  }
  AND NOT EXISTS { MATCH (e)<-[p:PARKED]-(:Merge) WHERE p.type IN $impact AND p.valid_from <= $valid_at AND held(p) AND later(p, x) }
WITH e, x ORDER BY x.place_from DESC, x.seq DESC, x.item DESC
WITH e, collect(x)[0] AS x
WITH e, x ORDER BY x.seq DESC, e.id
WITH collect({e: e, x: x}) AS lines
UNWIND lines[..$limit] AS line
WITH size(lines) AS total, line.e AS e, line.x AS x
OPTIONAL MATCH (r:Record {id: x.record})
RETURN total, x.seq AS seq, e {.id, .name, .type} AS entity, x.valid_from AS valid_from, x.precision AS precision,
  x.record AS record, r.title AS title, x.author AS author
