// purpose: take away the tombstones of what is imported again because somebody asked for it
// mode: write
// params: workspace, ids
// returns: removed
// plan: eager, bounded by one batch
UNWIND $ids AS id
MATCH (t:Tombstone {id: id, workspace: $workspace})
DELETE t
RETURN count(*) AS removed
