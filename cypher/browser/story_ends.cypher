// purpose: what was connected once and is no more: since when, until when, how it ended and when that was learned
// mode: read
// params:
// returns: source, relation, target, since, until, how, learned
MATCH (a:Entity {workspace: 'demo-story'}) WHERE a.name >= ''
MATCH (a)-[r:RELATION]->(b:Entity) WHERE r.valid_to <= datetime()
RETURN a.name AS source, r.type AS relation, b.name AS target, r.valid_from AS since, r.valid_to AS until,
  r.ends_how[0] AS how, r.ends_learned[0] AS learned ORDER BY until
