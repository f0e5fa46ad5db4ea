// purpose: entities without a name, and names that lead nowhere or to several
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every entity and name is looked at
CALL () {
  MATCH (e:Entity) WHERE e.survivor IS NULL AND NOT EXISTS { (e)<-[:NAMES]-(:Name) }
  RETURN 'NAMELESS' AS code, coalesce(e.name + ' (' + e.id + ')', e.id, '(without an id)') AS example
  UNION ALL
  MATCH (e:Entity) WHERE e.id IS NULL OR e.workspace IS NULL OR e.name IS NULL OR e.type IS NULL OR e.seq IS NULL
    OR NOT e.recorded_at IS :: ZONED DATETIME NOT NULL
  RETURN 'MISSING_PROPERTY' AS code, coalesce(e.id, e.name, '(without an id)') AS example
  UNION ALL
  MATCH (n:Name)
  WITH n, COUNT { (n)-[:NAMES]->(:Entity) } AS leads WHERE leads <> 1
  RETURN CASE leads WHEN 0 THEN 'NAME_LEADS_NOWHERE' ELSE 'NAME_LEADS_TO_SEVERAL' END AS code,
    coalesce(n.type + ' ' + n.name, n.name, '(without a name)') AS example
  UNION ALL
  MATCH (n:Name) WHERE n.key IS NULL OR n.lookup IS NULL OR n.name_key IS NULL OR n.home IS NULL OR n.type IS NULL
    OR n.key <> n.workspace + '\u001f' + n.type + '\u001f' + n.name_key OR n.lookup <> n.workspace + '\u001f' + n.name_key
  RETURN 'WRONG_KEY' AS code, coalesce(n.name, '(without a name)') AS example
}
RETURN code, count(*) AS count, collect(example)[0..5] AS examples ORDER BY code
