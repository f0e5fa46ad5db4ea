// purpose: the merges of a pair of entities that somebody undid
// mode: read
// params: workspace, pair
// returns: id
MATCH (m:Merge {workspace: $workspace})
WHERE m.seq >= 0 AND m.undone_at IS NOT NULL AND m.loser IN $pair AND m.survivor IN $pair
RETURN m.id AS id
