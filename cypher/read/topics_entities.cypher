// purpose: whether a workspace held an entity at an instant; where it held none, there is nothing to project
// mode: read
// params: workspace, as_of
// returns: any
RETURN EXISTS { MATCH (e:Entity {workspace: $workspace}) WHERE e.name >= '' AND e.survivor IS NULL AND coalesce(e.recorded_at <= $as_of, true) } AS any
