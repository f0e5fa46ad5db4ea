// purpose: delete what an author said by hand of entities, and the reasons the author gave for acts, merges and marks
// mode: write
// params: workspace, author
// returns: said, homes, instants
// plan: eager, over what one author said by hand
CALL () {
  MATCH (d:Description {workspace: $workspace})-[m:MENTIONS]->(:Entity) WHERE d.author = $author
  WITH collect(d) AS descriptions, collect(m {.stated, .name, .description, .fields, id: d.id}) AS said, collect(m.stated) AS homes,
    collect(d.recorded_at) AS instants
  FOREACH (d IN descriptions | DETACH DELETE d)
  RETURN said, homes, instants
}
CALL () {
  MATCH (a:Act {workspace: $workspace}) WHERE a.author = $author AND a.seq >= 0
  REMOVE a.reason
  RETURN count(*) AS acts
}
CALL () {
  MATCH (m:Merge {workspace: $workspace}) WHERE m.seq >= 0 AND $author IN [m.author, m.undone_by]
  SET m.reason = CASE WHEN m.author = $author THEN null ELSE m.reason END,
      m.undone_reason = CASE WHEN m.undone_by = $author THEN null ELSE m.undone_reason END
  RETURN count(*) AS merges
}
CALL () {
  MATCH (d:Dismissal {workspace: $workspace}) WHERE d.key IS NOT NULL AND $author IN [d.author, d.undone_by]
  SET d.reason = CASE WHEN d.author = $author THEN null ELSE d.reason END,
      d.undone_reason = CASE WHEN d.undone_by = $author THEN null ELSE d.undone_reason END
  RETURN count(*) AS dismissals
}
CALL () {
  MATCH (e:Entity {workspace: $workspace})-[d:DIFFERS_FROM]->(:Entity) WHERE e.type IS NOT NULL AND d.author = $author
  REMOVE d.reason
  RETURN count(*) AS marks
}
RETURN said, homes, instants
