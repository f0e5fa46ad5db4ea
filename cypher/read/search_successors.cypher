// purpose: what replaced the ended records of a list and holds now
// mode: read
// params: workspace, as_of, valid_at, ids, kinds, session, author, first, last, current
// returns: id, successors
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace})<-[:SUPERSEDES|CORRECTS*1..8]-(n:Record)
WHERE fits(n) AND holds(n)
WITH id, n.id AS successor ORDER BY successor
RETURN id, collect(DISTINCT successor) AS successors
