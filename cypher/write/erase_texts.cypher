// purpose: delete texts with their terms, and what they leave empty; tells the messages after one of them, and ingested documents that went
// mode: write
// params: workspace, ids
// returns: followers, holders, documents
// plan: eager, bounded by one batch of texts
CALL () {
  UNWIND $ids AS id
  MATCH (m:Message {id: id, workspace: $workspace})
  MATCH (next:Message {workspace: $workspace, conversation: m.conversation, position: m.position + 1})
  WHERE NOT next.id IN $ids
  RETURN collect(next {.id, .text, .speaker, .captions, .conversation, .valid_from, .precision, .assumed}) AS followers
}
CALL () {
  UNWIND $ids AS id
  CALL (id) {
    MATCH (x:Chunk {id: id, workspace: $workspace}) RETURN x
    UNION
    MATCH (x:Message {id: id, workspace: $workspace}) RETURN x
  }
  OPTIONAL MATCH (x)-[:OF]->(h)
  OPTIONAL MATCH (x)-[:HAS_TERM]->(t:Term)
  WITH collect(DISTINCT x) AS texts, collect(DISTINCT h) AS held, collect(DISTINCT t) AS terms
  FOREACH (x IN texts | DETACH DELETE x)
  WITH held, terms
  FOREACH (t IN [t IN terms WHERE NOT EXISTS { (t)<-[:HAS_TERM]-() }] | DELETE t)
  WITH [h IN held WHERE NOT EXISTS { (h)<-[:OF]-() }] AS empty
  WITH empty, size(empty) AS holders,
    [h IN empty WHERE h:Document AND h.source IS NOT NULL | h {.id, .name, .digest}] AS documents
  FOREACH (h IN empty | DELETE h)
  RETURN holders, documents
}
RETURN followers, holders, documents
