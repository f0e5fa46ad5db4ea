// purpose: a merge of this workspace by its id: whether it was undone before, and how it came about
// mode: read
// params: workspace, merge
// returns: undone, how
MATCH (m:Merge {id: $merge, workspace: $workspace})
RETURN m.undone_at IS NOT NULL AS undone, m.how AS how
