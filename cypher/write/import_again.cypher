// purpose: take away the tombstones of what is imported again, and give an entity that was kept for a merge its name back
// mode: write
// params: workspace, rows
// returns: removed
// plan: eager, bounded by one batch
UNWIND $rows AS row
MATCH (t:Tombstone {id: row.id, workspace: $workspace})
DELETE t
WITH row
OPTIONAL MATCH (e:Entity {id: row.id, workspace: $workspace})
SET e.name = row.name
RETURN count(*) AS removed
