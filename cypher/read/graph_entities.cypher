// purpose: the entities of a workspace that most is said of, as columns, with the group that each is in
// mode: read
// params: workspace, as_of, types, limit, slot
// returns: ids, names, types, communities, total
MATCH (e:Entity {workspace: $workspace})
WHERE e.name >= '' AND e.survivor IS NULL AND e.recorded_at <= $as_of AND ($types IS NULL OR e.type IN $types)
// The degree is kept with the node: nothing is walked to know it.
WITH e, COUNT { (e)--() } AS degree ORDER BY degree DESC, e.id
WITH count(e) AS total, collect(e)[..$limit] AS found
RETURN [e IN found | e.id] AS ids, [e IN found | e.name] AS names, [e IN found | e.type] AS types,
  [e IN found | CASE $slot WHEN 'a' THEN e.topic_a WHEN 'b' THEN e.topic_b END] AS communities, total
