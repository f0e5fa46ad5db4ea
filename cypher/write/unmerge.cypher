// purpose: undo a merge; it stays in the history
// mode: write
// params: workspace, clock, author, merge, reason
// returns: id
MATCH (m:Merge {id: $merge, workspace: $workspace})
SET m.undone_at = $clock, m.undone_by = $author, m.undone_reason = $reason
RETURN m.id AS id
