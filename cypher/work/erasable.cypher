// purpose: the next things of the work memory to erase: one by its id, tasks of a session, or all that an author said
// mode: read
// params: workspace, id, session, author, limit
// returns: kind, node, decisions, corrections, named, records, instants
CALL () {
  MATCH (n:Task {id: $id, workspace: $workspace}) RETURN n, 'task' AS kind
  UNION
  MATCH (n:TaskDecision {id: $id, workspace: $workspace}) RETURN n, 'decision' AS kind
  UNION
  MATCH (n:Correction {id: $id, workspace: $workspace}) RETURN n, 'correction' AS kind
  UNION
  MATCH (n:Candidate {id: $id, workspace: $workspace}) RETURN n, 'candidate' AS kind
  UNION
  MATCH (n:Rule {id: $id, workspace: $workspace}) RETURN n, 'rule' AS kind
  UNION
  MATCH (n:Task {workspace: $workspace, session: $session}) WHERE $session IS NOT NULL RETURN n, 'task' AS kind
  UNION
  MATCH (n:Task {workspace: $workspace, author: $author}) WHERE $author IS NOT NULL RETURN n, 'task' AS kind
  UNION
  MATCH (n:TaskDecision {workspace: $workspace}) WHERE n.seq >= 0 AND n.author = $author RETURN n, 'decision' AS kind
  UNION
  MATCH (n:Correction {workspace: $workspace}) WHERE n.seq >= 0 AND n.author = $author RETURN n, 'correction' AS kind
  UNION
  MATCH (n:Candidate {workspace: $workspace}) WHERE n.seq >= 0 AND n.author = $author AND n.origin = 'proposal' RETURN n, 'candidate' AS kind
  UNION
  MATCH (n:Rule {workspace: $workspace}) WHERE n.seq >= 0 AND n.author = $author RETURN n, 'rule' AS kind
}
WITH n, kind ORDER BY n.seq, n.id LIMIT $limit
RETURN kind, n {.*, vector_a: null, vector_b: null} AS node, COLLECT { MATCH (n)-[:DECIDED]->(d:TaskDecision) RETURN d {.*} } AS decisions,
  COLLECT { MATCH (n)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) RETURN c {.*, vector_a: null, vector_b: null} } AS corrections,
  COLLECT { MATCH (n)-[m:MENTIONS]->(:Entity) RETURN m {home: m.stated, .name, aliases: null} } AS named,
  COLLECT { MATCH (n)-[:DECIDED]->{0,1}()-[:PROMOTED_TO]->(r:Record) RETURN r.id } AS records,
  COLLECT { MATCH (n)-[:DECIDED]->{0,1}()-[e:CITED|USED|PRODUCED|MENTIONS|APPLIED|PROMOTED_TO]->()
    RETURN DISTINCT e.recorded_at } AS instants
