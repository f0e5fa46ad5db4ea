// purpose: a walk from some tasks to what they rested on and what came of them: sources, tools, artifacts, corrections, rules
// mode: read
// params: workspace, as_of, valid_at, ids, each
// returns: task, sources, tools, artifacts, corrections, rules
UNWIND $ids AS id
MATCH (t:Task {id: id, workspace: $workspace}) WHERE t.recorded_at <= $as_of
RETURN t {.id, .request, .agent, .session, .author, .tags, .said, .said_at, .outcome, .closed_at, .valid_from, .precision} AS task,
  COLLECT { MATCH (t)-[c:CITED]->(x:Source) WHERE c.recorded_at <= $as_of AND c.held_up IS NOT NULL
    RETURN {ref: x.ref, held_up: c.held_up, note: c.note} ORDER BY c.held_up DESC, x.ref LIMIT $each } AS sources,
  COLLECT { MATCH (t)-[c:USED]->(x:Tool) WHERE c.recorded_at <= $as_of AND c.right IS NOT NULL
    RETURN {name: x.name, right: c.right, note: c.note} ORDER BY c.right DESC, x.name LIMIT $each } AS tools,
  COLLECT { MATCH (t)-[c:PRODUCED]->(x:Artifact) WHERE c.recorded_at <= $as_of
    RETURN {location: x.location, type: x.type} ORDER BY c.recorded_at DESC, x.location LIMIT $each } AS artifacts,
  COLLECT { MATCH (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of
    OPTIONAL MATCH (c)-[:PROMOTED_TO]->(:Rule)<-[:SUPERSEDES*0..20]-(r:Rule) WHERE holds(r)
    WITH c, collect(DISTINCT r.id) AS rules
    RETURN c {.id, .wrong, .right, .why, .author, .target, at: toString(c.recorded_at), rules: rules} AS row
    ORDER BY c.seq DESC, c.item LIMIT $each } AS corrections,
  COLLECT { MATCH (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(:Correction)-[p:PROMOTED_TO]->(o:Rule)
    WHERE p.recorded_at <= $as_of
    MATCH (o)<-[:SUPERSEDES*0..20]-(r:Rule) WHERE holds(r)
    RETURN DISTINCT r.id ORDER BY r.id } AS rules
