// purpose: topics without the run that made them, versions of cards and of the ontology that are there twice, and a current one that is not
// mode: read
// params:
// returns: code, count, examples
// plan: scan, every workspace is looked at
CALL () {
  MATCH (w:Workspace) WHERE w.topics_run IS NOT NULL AND NOT EXISTS { (:TopicRun {id: w.topics_run, workspace: w.id}) }
  RETURN 'TOPICS_GONE' AS code, w.id AS example
  UNION ALL
  MATCH (t:Topic) WHERE NOT EXISTS { (w:Workspace {id: t.workspace}) WHERE w.topics_run IS NOT NULL }
  RETURN 'TOPICS_GONE' AS code, t.id AS example
  UNION ALL
  MATCH (c:Card)
  WITH c.workspace AS workspace, c.kind AS kind, c.version AS version, collect(c.id) AS same WHERE size(same) > 1
  RETURN 'DOUBLED' AS code, 'Card ' + head(same) AS example
  UNION ALL
  MATCH (o:OntologyVersion)
  WITH o.workspace AS workspace, o.version AS version, collect(o.id) AS same WHERE size(same) > 1
  RETURN 'DOUBLED' AS code, 'OntologyVersion ' + head(same) AS example
  UNION ALL
  MATCH (w:Workspace) WHERE w.ontology IS NOT NULL AND NOT EXISTS { (:OntologyVersion {workspace: w.id, version: w.ontology}) }
  RETURN 'ONTOLOGY_GONE' AS code, w.id AS example
}
RETURN code, count(*) AS count, collect(coalesce(example, '(without an id)'))[0..5] AS examples ORDER BY code
