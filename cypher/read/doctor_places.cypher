// purpose: what does not lie at the entity that stands for its stated one now, and what joins two workspaces
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every link, mention, name and removal is looked at
CALL () {
  MATCH (a:Entity)-[x:RELATION]->(b:Entity)
  OPTIONAL MATCH (s:Entity {id: x.stated_source})
  OPTIONAL MATCH (t:Entity {id: x.stated_target})
  RETURN CASE
    WHEN s IS NULL OR t IS NULL THEN 'HOME_GONE'
    WHEN a.workspace <> x.workspace OR b.workspace <> x.workspace THEN 'FOREIGN'
    WHEN a = b OR coalesce(s.survivor, s.id) <> a.id OR coalesce(t.survivor, t.id) <> b.id THEN 'MISPLACED' END AS code, x.id AS example
  UNION ALL
  MATCH (m:Merge)-[x:PARKED]->(e:Entity)
  OPTIONAL MATCH (s:Entity {id: x.stated_source})
  OPTIONAL MATCH (t:Entity {id: x.stated_target})
  RETURN CASE
    WHEN s IS NULL OR t IS NULL THEN 'HOME_GONE'
    WHEN e.workspace <> x.workspace OR m.workspace <> x.workspace THEN 'FOREIGN'
    WHEN coalesce(s.survivor, s.id) <> coalesce(t.survivor, t.id) THEN 'PARKED_APART'
    WHEN m.undone_at IS NOT NULL OR coalesce(s.survivor, s.id) <> e.id THEN 'MISPLACED' END AS code, x.id AS example
  UNION ALL
  MATCH ()-[x:MENTIONS]->(e:Entity)
  OPTIONAL MATCH (s:Entity {id: x.stated})
  RETURN CASE WHEN s IS NULL THEN 'HOME_GONE' WHEN e.workspace <> x.workspace THEN 'FOREIGN'
    WHEN coalesce(s.survivor, s.id) <> e.id THEN 'MISPLACED' END AS code, x.id AS example
  UNION ALL
  MATCH (x:Name)-[:NAMES]->(e:Entity)
  OPTIONAL MATCH (s:Entity {id: x.home})
  RETURN CASE WHEN s IS NULL THEN 'HOME_GONE' WHEN e.workspace <> x.workspace THEN 'FOREIGN'
    WHEN coalesce(s.survivor, s.id) <> e.id THEN 'MISPLACED' END AS code, x.name AS example
  UNION ALL
  MATCH (x:Removal)-[:REMOVES]->(e:Entity)
  OPTIONAL MATCH (s:Entity {id: x.stated})
  RETURN CASE WHEN s IS NULL THEN 'HOME_GONE' WHEN e.workspace <> x.workspace THEN 'FOREIGN'
    WHEN coalesce(s.survivor, s.id) <> e.id THEN 'MISPLACED' END AS code, x.id AS example
}
WITH code, example WHERE code IS NOT NULL
RETURN code, count(*) AS count, collect(coalesce(example, '(without an id)'))[0..5] AS examples ORDER BY code
