// purpose: work that hangs on nothing, candidates that were approved and have no rule, and what joins two workspaces
// mode: read
// params:
// returns: code, count, examples
// plan: scan, everything of the work memory is looked at
CALL () {
  MATCH (x:TaskDecision) WHERE NOT EXISTS { (:Task)-[:DECIDED]->(x) }
  RETURN 'WORK_LOOSE' AS code, x.id AS example
  UNION ALL
  MATCH (x:Correction) WHERE NOT EXISTS { (:Task {id: x.task})-[:DECIDED]->{0,1}({id: x.target})-[:CORRECTED_BY]->(x) }
  RETURN 'WORK_LOOSE' AS code, x.id AS example
  UNION ALL
  MATCH (x:Source|Tool|Artifact) WHERE NOT EXISTS { (:Task)-[:CITED|USED|PRODUCED]->(x) }
  RETURN 'WORK_LOOSE' AS code, x.id AS example
  UNION ALL
  MATCH (c:Candidate) WHERE c.state IN ['approved', 'merged'] AND NOT EXISTS { (:Rule {id: c.rule_id}) }
    AND NOT EXISTS { (:Tombstone {id: c.rule_id}) }
  RETURN 'RULE_GONE' AS code, c.id AS example
  UNION ALL
  MATCH (c:Candidate) WHERE size(c.log_state) <> size(c.log_at) OR size(c.log_state) <> size(c.log_by)
    OR size(c.log_state) <> size(c.log_reason) OR coalesce(last(c.log_state), '') <> c.state
  RETURN 'WRONG_LOG' AS code, c.id AS example
  UNION ALL
  MATCH (a)-[:DECIDED|CORRECTED_BY|CITED|USED|PRODUCED|APPLIED|GAINSAYS|RESTS_ON|PROMOTED_TO]->(b) WHERE a.workspace <> b.workspace
  RETURN 'FOREIGN' AS code, a.id AS example
  UNION ALL
  MATCH (t:Tombstone) WHERE t.kind IN ['task', 'decision', 'correction', 'candidate', 'rule'] AND (EXISTS { (:Task {id: t.id}) }
    OR EXISTS { (:TaskDecision {id: t.id}) } OR EXISTS { (:Correction {id: t.id}) } OR EXISTS { (:Candidate {id: t.id}) }
    OR EXISTS { (:Rule {id: t.id}) })
  RETURN 'ERASED_AND_HERE' AS code, t.id AS example
}
RETURN code, count(*) AS count, collect(coalesce(example, '(without an id)'))[0..5] AS examples ORDER BY code
