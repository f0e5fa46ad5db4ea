// purpose: delete what an author said by hand of entities
// mode: write
// params: workspace, author
// returns: said, homes, instants
// plan: eager, over what one author said by hand
MATCH (d:Description {workspace: $workspace})-[m:MENTIONS]->(:Entity) WHERE d.author = $author
WITH collect(d) AS descriptions, collect(m {.stated, .name, .description, .fields, id: d.id}) AS said, collect(m.stated) AS homes,
  collect(d.recorded_at) AS instants
FOREACH (d IN descriptions | DETACH DELETE d)
RETURN said, homes, instants
