// purpose: links, mentions and removals whose record is gone, and records that no longer name or state anything
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every link and mention is looked at
CALL () {
  MATCH (:Entity)-[x:RELATION]->(:Entity) WHERE NOT EXISTS { (:Record {id: x.record}) }
  RETURN 'RECORD_GONE' AS code, x.id AS example
  UNION ALL
  MATCH (:Merge)-[x:PARKED]->(:Entity) WHERE NOT EXISTS { (:Record {id: x.record}) }
  RETURN 'RECORD_GONE' AS code, x.id AS example
  UNION ALL
  MATCH (s)-[x:MENTIONS]->(:Entity) WHERE x.record IS NULL OR s.id <> x.record
  RETURN 'RECORD_GONE' AS code, x.id AS example
  UNION ALL
  MATCH (x:Removal) WHERE NOT EXISTS { (:Record {id: x.record}) } OR NOT EXISTS { (x)-[:REMOVES]->(:Entity) }
  RETURN 'RECORD_GONE' AS code, x.id AS example
  UNION ALL
  MATCH (t:Tombstone) WHERE EXISTS { (:Record {id: t.id}) }
  RETURN 'ERASED_AND_HERE' AS code, t.id AS example
  UNION ALL
  MATCH (w:Workspace) WHERE w.act IS NOT NULL
  RETURN 'UNFINISHED' AS code, w.id AS example
}
RETURN code, count(*) AS count, collect(coalesce(example, '(without an id)'))[0..5] AS examples ORDER BY code
