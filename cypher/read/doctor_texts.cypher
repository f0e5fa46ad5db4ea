// purpose: pieces of documents and messages that hang on nothing, and texts and cards that were erased and are here
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every text is looked at
CALL () {
  MATCH (x:Chunk) WHERE NOT EXISTS { (x)-[:OF]->(:Document {workspace: x.workspace}) }
  RETURN 'TEXT_LOOSE' AS code, x.id AS example
  UNION ALL
  MATCH (x:Message) WHERE NOT EXISTS { (x)-[:OF]->(:Conversation {workspace: x.workspace}) }
  RETURN 'TEXT_LOOSE' AS code, x.id AS example
  UNION ALL
  MATCH (t:Tombstone) WHERE EXISTS { (:Chunk {id: t.id}) } OR EXISTS { (:Message {id: t.id}) }
    OR EXISTS { (:Description {id: t.id}) } OR EXISTS { (:Card {id: t.id}) } OR EXISTS { (:Extraction {id: t.id}) }
  RETURN 'ERASED_AND_HERE' AS code, t.id AS example
}
RETURN code, count(*) AS count, collect(coalesce(example, '(without an id)'))[0..5] AS examples ORDER BY code
