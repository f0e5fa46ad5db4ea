// purpose: which of these rules are in force, themselves or through one that replaced them; each lies in the workspace told beside it
// mode: read
// params: as_of, valid_at, rules
// returns: id
UNWIND $rules AS row
MATCH (r:Rule {id: row.id, workspace: row.home})
WHERE EXISTS { MATCH (r)<-[:SUPERSEDES*0..20]-(n:Rule) WHERE holds(n) }
RETURN DISTINCT r.id AS id
