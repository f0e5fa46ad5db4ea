// purpose: give up a run of the topics that did not come to its end
// mode: write
// params: workspace, owner
// returns: released
// plan: eager, over one row
MATCH (w:Workspace {id: $workspace}) WHERE w.topics_owner = $owner
SET w.topics_owner = null, w.topics_until = null
RETURN true AS released
