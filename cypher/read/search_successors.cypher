// purpose: what replaced the ended records of a list: directly, and what holds now in their place
// mode: read
// params: workspace, as_of, valid_at, ids, kinds, session, author, first, last, current
// returns: id, newer, successors
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})
WITH r, COLLECT { MATCH (r)<-[:SUPERSEDES|CORRECTS]-(n:Record) RETURN n.id } AS newer,
  // A succession longer than this is read from its later members, which the lists hold as well.
  COLLECT { MATCH (r)<-[:SUPERSEDES|CORRECTS*1..8]-(n:Record) WHERE fits(n) AND holds(n) RETURN DISTINCT n.id } AS successors
RETURN r.id AS id, newer, successors
