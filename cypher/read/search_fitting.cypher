// purpose: which of these the filters of a search let through
// mode: read
// params: workspace, as_of, valid_at, ids, kinds, session, author, first, last, current
// returns: id, holds
UNWIND $ids AS id
MATCH (n:Searchable {id: id, workspace: $workspace})
WHERE fits(n)
RETURN n.id AS id, lasts(n) AS holds
