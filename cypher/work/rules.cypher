// purpose: the rules that hold at an instant, in the order in which they were approved, with what speaks for and against each
// mode: read
// params: workspace, as_of, valid_at
// returns: rule, corrections, gainsaid, repeated
MATCH (r:Rule {workspace: $workspace}) WHERE r.seq >= 0 AND holds(r)
RETURN r {.*, vector_a: null, vector_b: null} AS rule,
  COLLECT { MATCH (k:Correction)-[p:PROMOTED_TO]->(r) WHERE p.recorded_at <= $as_of RETURN k.id ORDER BY k.seq, k.item } AS corrections,
  COLLECT { MATCH (k:Correction)-[g:GAINSAYS]->(r) WHERE g.recorded_at <= $as_of RETURN k.id ORDER BY k.seq, k.item } AS gainsaid,
  COLLECT { MATCH (r)-[:SUPERSEDES*0..20]->(o:Rule)
    CALL (o) {
      MATCH (c:Candidate {id: o.candidate}) RETURN c
      UNION
      MATCH (c:Candidate {workspace: $workspace, state: 'merged'}) WHERE c.rule_id = o.id RETURN c
    }
    MATCH (c)-[x:RESTS_ON]->(k:Correction)
    WHERE x.recorded_at > r.recorded_at AND x.recorded_at > c.decided_at AND x.recorded_at <= $as_of
    WITH DISTINCT k ORDER BY k.seq, k.item RETURN k.id } AS repeated
ORDER BY rule.seq, rule.id
