// purpose: the standing merges of every workspace, in the order in which they are replayed
// mode: read
// params:
// returns: workspace, id, loser, survivor
// plan: scan, every merge is looked at
MATCH (m:Merge) WHERE m.undone_at IS NULL
RETURN m.workspace AS workspace, m.id AS id, m.loser AS loser, m.survivor AS survivor ORDER BY workspace, m.seq, id
