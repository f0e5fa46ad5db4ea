// purpose: radar: the problems that nothing solves, with the records that name them
// mode: read
// params: workspace, as_of, valid_at
// returns: problem, named, record
MATCH (problem:Entity {workspace: $workspace}) WHERE problem.name >= '' AND problem.type = 'problem'
  AND NOT EXISTS { MATCH (problem)<-[solving:SOLVES]-(:Entity) WHERE holds(solving) }
MATCH (problem)<-[named:MENTIONS]-(record:Record) WHERE holds(named)
RETURN problem, named, record LIMIT 300
