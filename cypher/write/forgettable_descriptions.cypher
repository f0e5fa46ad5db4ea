// purpose: what an author said by hand of entities and that can be forgotten
// mode: read
// params: workspace, clock, author, never_held
// returns: id
MATCH (d:Description {workspace: $workspace})-[m:MENTIONS]->(:Entity)
WHERE d.author = $author AND CASE WHEN $never_held THEN m.valid_to > m.valid_from ELSE m.valid_to > $clock END
RETURN d.id AS id ORDER BY id
