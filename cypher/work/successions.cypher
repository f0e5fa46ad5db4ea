// purpose: which rule replaced which, of some workspaces
// mode: read
// params: workspaces
// returns: source, target
UNWIND $workspaces AS workspace
MATCH (new:Rule {workspace: workspace})-[:SUPERSEDES]->(old:Rule) WHERE new.seq >= 0
RETURN new.id AS source, old.id AS target ORDER BY source, target
