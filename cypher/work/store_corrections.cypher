// purpose: store corrections of tasks or of their choices, each with the rule that it shows to be wrong
// mode: write
// params: rows, clock
// returns: id
// plan: eager, bounded by one request
UNWIND $rows AS row
CALL (row) {
  MATCH (x:Task {id: row.on}) RETURN x
  UNION ALL
  MATCH (x:TaskDecision {id: row.on}) RETURN x
}
CREATE (x)-[:CORRECTED_BY {recorded_at: $clock}]->(c:Correction:Searchable) SET c = row.properties
FOREACH (id IN row.gainsays | MERGE (r:Rule {id: id}) CREATE (c)-[:GAINSAYS {recorded_at: $clock}]->(r))
RETURN c.id AS id
