// purpose: texts by their ids, whatever their workspace
// mode: read
// params: ids
// returns: id, text
UNWIND $ids AS id
CALL (id) {
  MATCH (x:Chunk {id: id}) RETURN x
  UNION ALL
  MATCH (x:Message {id: id}) RETURN x
}
RETURN id, properties(x) AS text
