// purpose: how many things of some workspaces a search can return
// mode: read
// params: workspaces
// returns: workspace, count
UNWIND $workspaces AS workspace
RETURN workspace, COUNT { MATCH (n:Searchable {workspace: workspace}) } AS count
