// purpose: of problems that lost a fix: whether a current record names them, where they were found, and what still solves them
// mode: read
// params: as_of, problems
// returns: problem, at, named, found, fixes
UNWIND $problems AS asked
MATCH (p:Entity {id: asked.id})
WITH p, asked.at AS valid_at
CALL (p, valid_at) {
  MATCH (p)<-[s:SOLVES]-(:Entity)
  WHERE s.recorded_at <= $as_of AND s.valid_from <= valid_at AND valid_at < s.valid_to
  RETURN collect(s {.place_from, .place_last, .place_seq, .place_item}) AS fixes
}
CALL (p, valid_at) {
  MATCH (p)<-[m:MENTIONS]-(:ProblemFoundRecord)
  WHERE m.recorded_at <= $as_of AND m.valid_from <= valid_at AND valid_at < m.valid_to
  RETURN collect(m {.place_from, .place_last, .place_seq, .place_item}) AS found
}
RETURN p.id AS problem, valid_at AS at, found, fixes, EXISTS {
  MATCH (p)<-[m:MENTIONS]-(:Record)
  WHERE m.recorded_at <= $as_of AND m.valid_from <= valid_at AND valid_at < m.valid_to
} AS named
