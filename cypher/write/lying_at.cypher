// purpose: everything that lies at some entities, with the entities its names belonged to when it was stated
// mode: read
// params: entities
// returns: what, id, stated, source, target, merge
UNWIND $entities AS entity
MATCH (e:Entity {id: entity})
CALL (e) {
  MATCH (e)-[r:RELATION]->(b:Entity)
  RETURN 'edge' AS what, r.id AS id, [r.stated_source, r.stated_target] AS stated, e.id AS source, b.id AS target, null AS merge
  UNION
  MATCH (a:Entity)-[r:RELATION]->(e)
  RETURN 'edge' AS what, r.id AS id, [r.stated_source, r.stated_target] AS stated, a.id AS source, e.id AS target, null AS merge
  UNION
  MATCH (m:Merge)-[p:PARKED]->(e)
  RETURN 'parked' AS what, p.id AS id, [p.stated_source, p.stated_target] AS stated, e.id AS source, e.id AS target, m.id AS merge
  UNION
  MATCH ()-[m:MENTIONS]->(e)
  RETURN 'mention' AS what, m.id AS id, [m.stated] AS stated, null AS source, e.id AS target, null AS merge
  UNION
  MATCH (n:Name)-[:NAMES]->(e)
  RETURN 'name' AS what, n.key AS id, [n.home] AS stated, null AS source, e.id AS target, null AS merge
  UNION
  MATCH (x:Removal)-[:REMOVES]->(e)
  RETURN 'removal' AS what, x.id AS id, [x.stated] AS stated, null AS source, e.id AS target, null AS merge
}
RETURN DISTINCT what, id, stated, source, target, merge
