// purpose: the first groups of the current run, largest first
// mode: read
// params: workspace, limit
// returns: id, size, records, central, ranks, decisions
MATCH (t:Topic {workspace: $workspace}) WHERE t.place < $limit
RETURN t.id AS id, t.size AS size, t.record_count AS records, t.central AS central, t.ranks AS ranks, t.decisions AS decisions
ORDER BY t.place
