// purpose: say that an import has finished
// mode: write
// params: workspace
// returns: closed
MATCH (w:Workspace {id: $workspace})
REMOVE w.act, w.fresh
RETURN count(w) AS closed
