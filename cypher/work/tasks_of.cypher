// purpose: the tasks that some corrections are about
// mode: read
// params: workspace, ids
// returns: id, task
UNWIND $ids AS id
MATCH (c:Correction {id: id, workspace: $workspace})
RETURN c.id AS id, c.task AS task
