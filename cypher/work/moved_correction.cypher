// purpose: corrections by their ids, whatever their workspace, with the rules that each gainsays or became
// mode: read
// params: ids
// returns: node, gainsays, promoted
UNWIND $ids AS id
MATCH (n:Correction {id: id})
RETURN n {.*} AS node,
  COLLECT { MATCH (n)-[g:GAINSAYS]->(r:Rule) RETURN {to: r.id, recorded_at: g.recorded_at} } AS gainsays,
  COLLECT { MATCH (n)-[p:PROMOTED_TO]->(r:Rule) RETURN {to: r.id, recorded_at: p.recorded_at, author: p.author} } AS promoted
