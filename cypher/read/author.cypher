// purpose: how many records an author stated, counted no further than asked
// mode: read
// params: workspace, author, most
// returns: records
MATCH (r:Record {workspace: $workspace, author: $author})
USING INDEX r:Record(workspace, author)
WITH r LIMIT $most
RETURN count(r) AS records
