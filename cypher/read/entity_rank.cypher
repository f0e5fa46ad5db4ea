// purpose: the rank of an entity in the current run of the topics, and the group it is in
// mode: read
// params: workspace, entity, slot
// returns: rank, topic
MATCH (e:Entity {id: $entity, workspace: $workspace})
WITH CASE $slot WHEN 'a' THEN e.rank_a WHEN 'b' THEN e.rank_b END AS rank, CASE $slot WHEN 'a' THEN e.topic_a WHEN 'b' THEN e.topic_b END AS community
OPTIONAL MATCH (t:Topic {workspace: $workspace, community: community})
RETURN rank, t {.id, .size, .central} AS topic
