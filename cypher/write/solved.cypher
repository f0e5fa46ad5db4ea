// purpose: of problems that lost a fix, those that another current link still solves
// mode: read
// params: as_of, valid_at, problems
// returns: problem
UNWIND $problems AS problem
MATCH (p:Entity {id: problem})<-[r:SOLVES]-(:Entity) WHERE holds(r)
RETURN DISTINCT problem
