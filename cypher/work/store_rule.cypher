// purpose: store a rule that a person approved, and end the rules that it replaces
// mode: write
// params: rule, replaces, clock
// returns: id
// plan: eager, over the rules that it replaces
MERGE (r:Rule {id: $rule.id})
ON CREATE SET r:Searchable, r += $rule
WITH r
CALL (r) {
  UNWIND $replaces AS row
  MATCH (o:Rule {id: row.id})
  SET o += row.properties
  MERGE (r)-[s:SUPERSEDES]->(o) ON CREATE SET s.recorded_at = $clock
  RETURN count(*) AS replaced
}
RETURN r.id AS id
