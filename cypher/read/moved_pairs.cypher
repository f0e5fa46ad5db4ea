// purpose: what is said of pairs of entities: marks that they differ, and proposals that they are one
// mode: read
// params: pairs
// returns: one, other, differences, proposals
UNWIND $pairs AS pair
MATCH (a:Entity {id: pair[0]}) MATCH (b:Entity {id: pair[1]})
CALL (a, b) {
  MATCH (a)-[d:DIFFERS_FROM]->(b)
  RETURN collect(d.id) AS differences
}
CALL (a, b) {
  MATCH (a)-[p:MAY_BE]->(b)
  RETURN collect(p.record) AS proposals
}
RETURN a.id AS one, b.id AS other, differences, proposals
