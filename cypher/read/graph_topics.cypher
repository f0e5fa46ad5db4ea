// purpose: the groups of the current run by their number, each with its most central entities
// mode: read
// params: workspace, communities
// returns: community, id, size, central
MATCH (t:Topic {workspace: $workspace}) WHERE t.place >= 0 AND t.community IN $communities
RETURN t.community AS community, t.id AS id, t.size AS size, t.central AS central ORDER BY t.place
