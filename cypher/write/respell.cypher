// purpose: delete the names that nothing uses any more, spell the others as what is left does, and show an entity by a name it has
// mode: write
// params: names, entities
// returns: deleted
// plan: eager, over the names of one batch of records
CALL () {
  UNWIND $names AS row
  MATCH (n:Name {key: row.key})
  FOREACH (x IN CASE WHEN row.properties IS NULL THEN [] ELSE [n] END | SET x += row.properties)
  FOREACH (x IN CASE WHEN row.properties IS NULL THEN [n] ELSE [] END | DETACH DELETE x)
  RETURN sum(CASE WHEN row.properties IS NULL THEN 1 ELSE 0 END) AS deleted
}
CALL () {
  UNWIND $entities AS row
  MATCH (e:Entity {id: row.id})
  SET e.name = row.name
  RETURN count(*) AS shown
}
RETURN deleted
