// purpose: topics: the ten largest groups, each with the links between its most central things
// mode: read
// params: workspace, as_of, valid_at
// returns: topic, a, r, b
MATCH (topic:Topic {workspace: $workspace}) WHERE topic.place < 10
UNWIND topic.central AS id
MATCH (a:Entity {id: id, workspace: $workspace})-[r:RELATION]->(b:Entity) WHERE b.id IN topic.central AND holds(r)
RETURN topic, a, r, b
