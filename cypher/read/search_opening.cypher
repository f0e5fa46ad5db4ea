// purpose: how much a search has to look through, which vectors serve it, and whom the words are the name of
// mode: read
// params: workspace, most, scope, stems, lookup
// returns: size, total, spaces, degrees, named
CALL () {
  // Counted no further than it matters: beyond `most` the share of the workspace only gets larger.
  MATCH (n:Searchable {workspace: $workspace}) WITH n LIMIT $most
  RETURN count(n) AS size
}
CALL () { MATCH (n:Searchable) RETURN count(n) AS total }
CALL () {
  MATCH (s:Embedding) WHERE s.id IN ['current', 'next']
  RETURN collect(s {.id, .name, .dimension, .slot}) AS spaces
}
CALL () {
  UNWIND $stems AS stem
  MATCH (t:Term {key: $scope + ' ' + stem})
  RETURN collect([stem, COUNT { (t)<-[:HAS_TERM]-() }]) AS degrees
}
CALL () {
  MATCH (:Name {lookup: $lookup})-[:NAMES]->(e:Entity)
  RETURN collect(DISTINCT e.id) AS named
}
RETURN size, total, spaces, degrees, named
