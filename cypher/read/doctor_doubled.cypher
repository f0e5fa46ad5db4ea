// purpose: things that must be there once and are there several times, which a store without its constraints may hold
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every node with a key is looked at
CALL () {
  MATCH (n:Record) RETURN 'Record' AS label, n.id AS key UNION ALL
  MATCH (n:Entity) RETURN 'Entity' AS label, n.id AS key UNION ALL
  MATCH (n:Workspace) RETURN 'Workspace' AS label, n.id AS key UNION ALL
  MATCH (n:Session) RETURN 'Session' AS label, n.id AS key UNION ALL
  MATCH (n:File) RETURN 'File' AS label, n.id AS key UNION ALL
  MATCH (n:Request) RETURN 'Request' AS label, n.key AS key UNION ALL
  MATCH (n:Merge) RETURN 'Merge' AS label, n.id AS key UNION ALL
  MATCH (n:Act) RETURN 'Act' AS label, n.id AS key UNION ALL
  MATCH (n:Task|TaskDecision|Source|Tool|Artifact|Correction|Candidate|Rule) RETURN 'work' AS label, n.id AS key UNION ALL
  MATCH ()-[n:MENTIONS]->(:Entity) RETURN 'MENTIONS' AS label, n.id AS key UNION ALL
  MATCH (:Entity)-[n:RELATION]->(:Entity) RETURN 'relation' AS label, n.id AS key
}
WITH label, key, count(*) AS times WHERE times > 1
RETURN 'DOUBLED' AS code, count(*) AS count, collect(label + ' ' + key)[0..5] AS examples
