// purpose: whether a merge of this workspace was undone before
// mode: read
// params: workspace, merge
// returns: id
MATCH (m:Merge {id: $merge, workspace: $workspace}) WHERE m.undone_at IS NOT NULL
RETURN m.id AS id
