// purpose: count that rules were found relevant; no clock moves, for nothing is said
// mode: write
// params: workspace, ids
// returns: counted
UNWIND $ids AS id
MATCH (r:Rule {id: id, workspace: $workspace})
SET r.uses = coalesce(r.uses, 0) + 1, r.used_at = datetime.truncate('microsecond', datetime.realtime('UTC'))
RETURN count(*) AS counted
