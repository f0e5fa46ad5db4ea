// purpose: give rows that are here already the ends that only the file knew
// mode: write
// params: rows
// returns: changed
// plan: eager, bounded by one batch of records
UNWIND $rows AS row
CALL (row) {
  MATCH (r:Record {id: row.id}) RETURN r AS x
  UNION ALL
  MATCH ()-[m:MENTIONS {id: row.id}]->(:Entity) RETURN m AS x
  UNION ALL
  MATCH (:Entity)-[e:RELATION {id: row.id}]->(:Entity) RETURN e AS x
  UNION ALL
  MATCH (:Merge)-[p:PARKED {id: row.id}]->(:Entity) RETURN p AS x
  UNION ALL
  MATCH (n:Removal {id: row.id}) RETURN n AS x
}
SET x += row.properties
RETURN count(*) AS changed
