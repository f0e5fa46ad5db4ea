// purpose: delete what an author said of tasks of others: sources, tools, artifacts, names; and the reasons of the author's decisions
// mode: write
// params: workspace, author
// returns: notes, named, instants
// plan: eager, over what one author said of tasks of others
CALL () {
  MATCH (t:Task {workspace: $workspace})-[c:CITED|USED|PRODUCED]->(p) WHERE t.seq >= 0 AND c.author = $author
  WITH collect(c) AS said, collect(DISTINCT p) AS parts, collect(c.recorded_at) AS instants
  WITH said, parts, instants, size(said) AS notes
  FOREACH (c IN said | DELETE c)
  WITH parts, instants, notes
  FOREACH (p IN [p IN parts WHERE NOT EXISTS { (p)<-[:CITED|USED|PRODUCED]-() }] | DELETE p)
  RETURN notes, instants
}
CALL () {
  MATCH (t:Task {workspace: $workspace})-[m:MENTIONS]->(:Entity) WHERE t.seq >= 0 AND m.author = $author
  WITH collect(m) AS mentions, collect(m {home: m.stated, .name, aliases: null}) AS named, collect(m.recorded_at) AS told
  FOREACH (m IN mentions | DELETE m)
  RETURN named, told
}
CALL () {
  MATCH (c:Candidate {workspace: $workspace}) WHERE c.seq >= 0 AND $author IN c.log_by
  SET c.log_reason = [i IN range(0, size(c.log_by) - 1) | CASE WHEN c.log_by[i] = $author THEN '' ELSE c.log_reason[i] END]
  RETURN count(*) AS decided
}
RETURN notes, named, instants + told AS instants
