// purpose: how much a search has to look through, and which vectors serve it
// mode: read
// params: workspace, most
// returns: size, total, spaces
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
RETURN size, total, spaces
