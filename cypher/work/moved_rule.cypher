// purpose: rules by their ids, whatever their workspace, with those that each replaced
// mode: read
// params: ids
// returns: node, supersedes
UNWIND $ids AS id
MATCH (n:Rule {id: id})
RETURN n {.*} AS node, COLLECT { MATCH (n)-[s:SUPERSEDES]->(o:Rule) RETURN {to: o.id, recorded_at: s.recorded_at} } AS supersedes
