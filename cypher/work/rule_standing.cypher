// purpose: whether a rule is in force, itself or through one that replaced it
// mode: read
// params: workspace, as_of, valid_at, id
// returns: id
MATCH (r:Rule {id: $id, workspace: $workspace})
WHERE EXISTS { MATCH (r)<-[:SUPERSEDES*0..20]-(n:Rule) WHERE holds(n) }
RETURN r.id AS id
