// purpose: store imported texts in their document or conversation
// mode: write
// params: rows
// returns: stored
// plan: eager, bounded by one batch
UNWIND $rows AS row
CALL (row) {
  MATCH (h:Document {id: row.holder}) RETURN h
  UNION ALL
  MATCH (h:Conversation {id: row.holder}) RETURN h
}
CREATE (x:Searchable)-[:OF]->(h) SET x = row.properties, x:$(row.label)
SET h.count = CASE WHEN h.count > x.position THEN h.count ELSE x.position + 1 END
RETURN count(*) AS stored
