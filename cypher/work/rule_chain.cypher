// purpose: rules by their ids, ended ones too, each with those that replaced it, nearest first
// mode: read
// params: workspace, ids
// returns: rule, newer
UNWIND $ids AS id
MATCH (r:Rule {id: id, workspace: $workspace})
RETURN r {.*, vector_a: null, vector_b: null} AS rule,
  COLLECT { MATCH p = (r)<-[:SUPERSEDES*1..20]-(n:Rule) RETURN n.id ORDER BY length(p), n.id } AS newer
