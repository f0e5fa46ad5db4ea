// purpose: delete the reasons that an author gave for acts, merges, marks, forgotten documents, invalid answers and ontologies
// mode: write
// params: workspace, author
// returns: reasons
// plan: eager, over what may have a reason
CALL () {
  CALL () {
    MATCH (x:Act {workspace: $workspace}) WHERE x.seq >= 0 AND x.author = $author RETURN x
    UNION ALL
    MATCH (x:OntologyVersion {workspace: $workspace}) WHERE x.version >= 1 AND x.author = $author RETURN x
    UNION ALL
    MATCH (x:Document {workspace: $workspace}) WHERE x.source IS NOT NULL AND x.by = $author RETURN x
  }
  WITH x WHERE x.reason IS NOT NULL
  REMOVE x.reason
  RETURN count(*) AS given
}
CALL () {
  CALL () {
    MATCH (x:Merge {workspace: $workspace}) WHERE x.seq >= 0 RETURN x
    UNION ALL
    MATCH (x:Dismissal {workspace: $workspace}) WHERE x.key IS NOT NULL RETURN x
  }
  WITH x WHERE x.author = $author AND x.reason IS NOT NULL OR x.undone_by = $author AND x.undone_reason IS NOT NULL
  SET x.reason = CASE WHEN x.author = $author THEN null ELSE x.reason END,
      x.undone_reason = CASE WHEN x.undone_by = $author THEN null ELSE x.undone_reason END
  RETURN count(*) AS undone
}
CALL () {
  MATCH (x:Extraction {workspace: $workspace}) WHERE x.document >= '' AND x.undone_by = $author AND x.undone_reason IS NOT NULL
  REMOVE x.undone_reason
  RETURN count(*) AS answers
}
CALL () {
  MATCH (e:Entity {workspace: $workspace})-[x:DIFFERS_FROM]->(:Entity)
  WHERE e.type IS NOT NULL AND x.author = $author AND x.reason IS NOT NULL
  REMOVE x.reason
  RETURN count(*) AS marks
}
RETURN given + undone + answers + marks AS reasons
