// purpose: problems that a current record names and that nothing solves, or that were found again after every fix
// mode: read
// params: workspace, as_of, valid_at, hidden, limit
// returns: total, entity, first_seen, precision, description, record, title, author, reopened
MATCH (p:Entity {workspace: $workspace, type: 'problem'})
USING INDEX p:Entity(workspace, type)
WHERE NOT p.id IN $hidden
CALL (p) {
  MATCH (p)<-[s:SOLVES]-(:Entity) WHERE holds(s)
  RETURN collect(s) AS fixes
}
WITH p, fixes
WHERE CASE WHEN size(fixes) = 0 THEN EXISTS { MATCH (p)<-[m:MENTIONS]-(:Record) WHERE holds(m) }
  ELSE EXISTS { MATCH (p)<-[m:MENTIONS]-(:ProblemFoundRecord) WHERE all(s IN fixes WHERE later(m, s)) AND holds(m) } END
WITH p, size(fixes) > 0 AS reopened ORDER BY reopened DESC, p.seq DESC, p.name, p.id
WITH collect({p: p, reopened: reopened}) AS open
UNWIND open[..$limit] AS line
WITH size(open) AS total, line.p AS p, line.reopened AS reopened
CALL (p) {
  // It was first seen by the earliest record that ever held, and is told by the newest that holds.
  MATCH (p)<-[m:MENTIONS]-(:Record) WHERE m.valid_from <= $valid_at AND held(m)
  WITH m, holds(m) AS current ORDER BY m.place_from, m.place_seq, m.place_item
  WITH collect(m) AS seen, collect(CASE WHEN current THEN m END) AS naming
  RETURN reduce(first = head(seen), m IN seen | CASE WHEN m.valid_from < first.valid_from THEN m ELSE first END) AS first,
    last(naming) AS newest, last([m IN naming WHERE m.description IS NOT NULL]).description AS said
}
MATCH (r:Record {id: newest.record})
RETURN total, p {.id, .name, .type} AS entity, first.valid_from AS first_seen, first.precision AS precision,
  coalesce(said, r.description, r.problem, r.text) AS description, r.id AS record, r.title AS title, r.author AS author, reopened
