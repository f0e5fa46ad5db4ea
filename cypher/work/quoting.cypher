// purpose: what may repeat the words of some things of the work memory: candidates that rest on them or became them, rules, requests
// mode: read
// params: workspace, ids, tasks
// returns: candidates, became, rules, instants
RETURN
  COLLECT { MATCH (c:Candidate {workspace: $workspace}) WHERE c.seq >= 0
      AND NOT c.id IN $ids AND EXISTS { MATCH (c)-[:RESTS_ON]->(k:Correction) WHERE k.id IN $ids }
    RETURN c {.id, .rule, .why, .how, .state, .origin} } AS candidates,
  COLLECT { MATCH (c:Candidate {workspace: $workspace}) WHERE c.seq >= 0 AND c.rule_id IN $ids AND NOT c.id IN $ids
    RETURN c {.*} } AS became,
  COLLECT { MATCH (r:Rule {workspace: $workspace}) WHERE r.seq >= 0 AND NOT r.id IN $ids
      AND (r.candidate IN $ids OR EXISTS { MATCH (k:Correction)-[:PROMOTED_TO]->(r) WHERE k.id IN $ids })
    RETURN r.id ORDER BY r.seq, r.id } AS rules,
  // A later word on a task leaves no instant where it only added a tag: its receipt names the task.
  COLLECT { MATCH (q:Request {workspace: $workspace}) WHERE q.receipt IS NOT NULL AND any(id IN $tasks WHERE q.receipt CONTAINS id)
    RETURN q.recorded_at } AS instants
