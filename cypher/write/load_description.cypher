// purpose: what an edit by hand says of its entity, with its times
// mode: read
// params: workspace, id
// returns: mention
MATCH (:Description {id: $id, workspace: $workspace})-[m:MENTIONS]->(:Entity)
RETURN properties(m) AS mention
