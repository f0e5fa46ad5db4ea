// purpose: the groups of the current run, by which those of the next one are recognised
// mode: read
// params: workspace
// returns: id, community, size, place
MATCH (t:Topic {workspace: $workspace}) WHERE t.place >= 0
RETURN t.id AS id, t.community AS community, t.size AS size, t.place AS place ORDER BY place
