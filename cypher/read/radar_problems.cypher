// purpose: problems that a current record names and that nothing solves, or that were found again after every fix
// mode: read
// params: workspace, as_of, valid_at, hidden, limit
// returns: total, entity, first_seen, precision, description, record, title, author, reopened
MATCH (p:Entity {workspace: $workspace, type: 'problem'})
USING INDEX p:Entity(workspace, type)
WHERE NOT 'problem:' + p.id IN $hidden
CALL (p) {
  // One walk over its edges for both, since their chain is long.
  MATCH (p)<-[x:SOLVES|MENTIONS]-(n) WHERE holds(x)
  WITH x, CASE WHEN type(x) = 'SOLVES' THEN 'fix' WHEN n:ProblemFoundRecord THEN 'found' WHEN n:Record THEN 'named' END AS role
  RETURN collect(CASE role WHEN 'fix' THEN x END) AS fixes, collect(CASE role WHEN 'found' THEN x END) AS found,
    count(CASE WHEN role <> 'fix' THEN 1 END) AS naming, max(CASE WHEN role <> 'fix' THEN x.seq END) AS newest
}
WITH p, newest, naming, fixes, found, size(fixes) > 0 AS reopened
WHERE naming > 0 AND (size(fixes) = 0 OR any(m IN found WHERE all(s IN fixes WHERE later(m, s))))
WITH p, reopened ORDER BY newest DESC, p.id
WITH collect({p: p, reopened: reopened}) AS open
UNWIND open[..$limit] AS line
WITH size(open) AS total, line.p AS p, line.reopened AS reopened
CALL (p) {
  MATCH (p)<-[m:MENTIONS]-(:Record) WHERE holds(m)
  WITH m ORDER BY m.place_from, m.place_seq, m.place_item
  WITH collect(m) AS naming
  RETURN head(naming) AS first, last(naming) AS newest, last([m IN naming WHERE m.description IS NOT NULL]).description AS said
}
MATCH (r:Record {id: newest.record})
RETURN total, p {.id, .name, .type} AS entity, first.valid_from AS first_seen, first.precision AS precision,
  coalesce(said, r.description, r.problem, r.text) AS description, r.id AS record, r.title AS title, r.author AS author, reopened
