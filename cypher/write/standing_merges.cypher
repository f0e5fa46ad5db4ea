// purpose: the merges of a workspace that were not undone, in the order they were stated
// mode: read
// params: workspace
// returns: id, loser, survivor
// The index is of workspace and seq, and serves only where both are asked for.
MATCH (m:Merge {workspace: $workspace}) WHERE m.seq >= 0 AND m.undone_at IS NULL
RETURN m.id AS id, m.loser AS loser, m.survivor AS survivor ORDER BY m.seq, m.id
