// purpose: what a context tells of each entity: its newest description, and its links to the most central of those it is linked to
// mode: read
// params: workspace, as_of, valid_at, slot, ids, each, most
// returns: id, description, links, total
UNWIND $ids AS id
MATCH (e:Entity {id: id, workspace: $workspace})
CALL (e) {
  MATCH (e)<-[m:MENTIONS]-()
  WHERE (m.description IS NOT NULL OR 'description' IN m.unset) AND holds(m)
  // In the order of statement: what is said later counts, unless it is about an earlier time.
  WITH m ORDER BY m.place_seq, m.place_item, m.id
  RETURN reduce(best = null, m IN collect(m) | CASE WHEN best IS NULL OR later(m, best) THEN m ELSE best END).description AS description
}
CALL (e) {
  // A hub has thousands: the part that is looked at is bounded before anything is built.
  CALL (e) {
    MATCH (e)-[r:RELATION]->(o:Entity) RETURN r, o LIMIT $most
    UNION ALL
    MATCH (e)<-[r:RELATION]-(o:Entity) RETURN r, o LIMIT $most
  }
  WITH r, o WHERE holds(r)
  WITH o, type(r) AS type, startNode(r) AS source, collect(r) AS edges,
    coalesce(CASE $slot WHEN 'a' THEN o.rank_a WHEN 'b' THEN o.rank_b END, 0) AS rank
  ORDER BY rank DESC, o.name, o.id, type, source.name
  WITH collect(edges) AS found
  RETURN size(found) AS total, [edges IN found[..$each] | reduce(newest = null, r IN edges |
    CASE WHEN newest IS NULL OR [r.seq, r.item] > [newest.seq, newest.item] THEN r ELSE newest END)] AS links
}
RETURN id, description, total, [r IN links | {source: startNode(r).name, target: endNode(r).name, type: r.type, reason: r.reason,
  record: r.record, author: r.author, since: toString(r.valid_from), precision: r.precision}] AS links
