// purpose: the entities that the words of a task may name: under a name, under one that folds to the same, or by a part of one
// mode: read
// params: workspace, lookups, folds, words
// returns: by, key, spelled, home, entity
CALL () {
  UNWIND $lookups AS lookup
  MATCH (n:Name {lookup: lookup})-[:NAMES]->(e:Entity)
  RETURN 'name' AS by, n.name_key AS key, n.name AS spelled, n.home AS home, e
  UNION
  UNWIND $folds AS fold
  MATCH (n:Name {workspace: $workspace, fold: fold})-[:NAMES]->(e:Entity)
  RETURN 'spelling' AS by, fold AS key, n.name AS spelled, n.home AS home, e
  UNION
  // A word that several things have in their names tells none of them: the third is enough to know.
  UNWIND $words AS word
  CALL (word) {
    CALL db.index.fulltext.queryNodes('names', word.query, {limit: 3}) YIELD node AS n
    WHERE n.workspace = $workspace AND word.word IN split(n.parts, ' ')
    RETURN n
  }
  MATCH (n)-[:NAMES]->(e:Entity)
  RETURN 'part' AS by, word.word AS key, n.name AS spelled, n.home AS home, e
}
RETURN by, key, spelled, home, e {.id, .name, .type} AS entity ORDER BY by, key, entity.name, entity.id, home
