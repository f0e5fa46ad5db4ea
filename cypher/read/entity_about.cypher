// purpose: what an entity is called and what is said of it: names, merged entities, description, fields, mark of removal
// mode: read
// params: workspace, as_of, valid_at, entity, impact, limit, most
// returns: names, merged, description, said, removed
MATCH (e:Entity {id: $entity, workspace: $workspace})
CALL (e) {
  MATCH (e)<-[:NAMES]-(n:Name)
  WITH n ORDER BY n.seq, n.key LIMIT $limit
  RETURN collect(n.name) AS names
}
CALL (e) {
  MATCH (x:Entity {survivor: e.id})
  WITH x ORDER BY x.seq, x.id LIMIT $limit
  RETURN collect(x {.id, .name, .type}) AS merged
}
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-()
  WHERE (m.description IS NOT NULL OR m.fields IS NOT NULL OR m.unset IS NOT NULL) AND holds(m)
  // In the order of statement: what is said later counts, unless it is about an earlier time.
  WITH m ORDER BY m.place_seq, m.place_item, m.id
  WITH collect(m) AS said
  WITH said, reduce(best = null, m IN [m IN said WHERE m.description IS NOT NULL OR 'description' IN m.unset] |
    // What a text says never outranks what somebody stated.
    CASE WHEN best IS NULL OR (coalesce(best.kind, '') = 'statement' AND coalesce(m.kind, '') <> 'statement') THEN m
      WHEN coalesce(m.kind, '') = 'statement' AND coalesce(best.kind, '') <> 'statement' THEN best
      WHEN later(m, best) THEN m ELSE best END) AS newest
  RETURN newest.description AS description,
    [m IN [m IN said WHERE m.fields IS NOT NULL OR m.unset IS NOT NULL][-$most..] |
      m {.fields, .unset, .place_from, .place_last, .place_seq, .place_item}] AS said
}
CALL (e) {
  MATCH (e)<-[:REMOVES]-(x:Removal)
  WHERE x.recorded_at <= $as_of AND x.place_from <= $valid_at
    // An impact link that begins later lifts the mark, a parked one too.
    AND NOT EXISTS { MATCH (e)-[r:IMPACT]-(:Entity) WHERE r.valid_from <= $valid_at AND held(r) AND later(r, x) }
    AND NOT EXISTS { MATCH (e)<-[p:PARKED]-(:Merge) WHERE p.type IN $impact AND p.valid_from <= $valid_at AND held(p) AND later(p, x) }
  WITH x ORDER BY x.place_from, x.seq, x.item
  RETURN collect(x {.record, .author, .valid_from, .precision, .recorded_at})[-1] AS removed
}
RETURN names, merged, description, said, removed
