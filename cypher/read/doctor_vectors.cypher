// purpose: things and links that an embedder left without a vector, or that no search can find by their words
// mode: read
// params:
// returns: code, count, examples
// plan: scan, everything that a search can return is looked at
CALL () {
  MATCH (n:Searchable) WHERE n.survivor IS NULL AND (n.unembedded OR n.lexical IS NULL) RETURN n.id AS id
  UNION ALL
  MATCH (:Entity)-[r:RELATION]->(:Entity) WHERE r.unembedded RETURN r.id AS id
}
RETURN 'NOT_EMBEDDED' AS code, count(*) AS count, collect(id)[0..5] AS examples
