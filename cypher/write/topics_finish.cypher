// purpose: make a finished run of the topics the current one: its groups, its parameters, and where the ranks of the entities stand
// mode: write
// params: workspace, owner, run, slot, topics, kept, most
// returns: finished
// plan: eager, so that the groups of the run before are gone before the new ones are laid
MATCH (w:Workspace {id: $workspace}) WHERE w.topics_owner = $owner
SET w.touched = $owner
WITH w
CALL () {
  MATCH (t:Topic {workspace: $workspace}) WHERE t.place >= 0 AND NOT t.id IN $kept
  DELETE t
  RETURN count(*) AS gone
}
CALL () {
  MATCH (r:TopicRun {workspace: $workspace}) WHERE r.seq >= 0
  WITH r ORDER BY r.seq DESC, r.computed_at DESC SKIP $most
  DELETE r
  RETURN count(*) AS forgotten
}
CALL () {
  UNWIND $topics AS topic
  MERGE (t:Topic {id: topic.id}) SET t += topic
  RETURN count(*) AS laid
}
CREATE (r:TopicRun) SET r = $run
SET w.topics_run = r.id, w.topics_at = r.recorded_at, w.topics_slot = $slot, w.topics_owner = null, w.topics_until = null
RETURN true AS finished
