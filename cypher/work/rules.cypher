// purpose: the rules that hold at an instant, in the order in which they were approved, with what speaks for and against each
// mode: read
// params: workspace, as_of, valid_at
// returns: rule, corrections, gainsaid
MATCH (r:Rule {workspace: $workspace}) WHERE r.seq >= 0 AND holds(r)
RETURN r {.*, vector_a: null, vector_b: null} AS rule,
  COLLECT { MATCH (k:Correction)-[p:PROMOTED_TO]->(r) WHERE p.recorded_at <= $as_of RETURN k.id ORDER BY k.seq, k.item } AS corrections,
  COLLECT { MATCH (k:Correction)-[g:GAINSAYS]->(r) WHERE g.recorded_at <= $as_of RETURN k.id ORDER BY k.seq, k.item } AS gainsaid
ORDER BY rule.seq, rule.id
