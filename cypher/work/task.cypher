// purpose: one task with all that hangs on it, by its id or by that of a choice or a correction of it, as it was known at an instant
// mode: read
// params: workspace, as_of, id
// returns: task, sources, tools, artifacts, decisions, corrections, entities, rules, related
CALL () {
  MATCH (t:Task {id: $id}) RETURN t
  UNION
  MATCH (d:TaskDecision {id: $id})<-[:DECIDED]-(t:Task) WHERE d.recorded_at <= $as_of RETURN t
  UNION
  MATCH (k:Correction {id: $id})<-[:CORRECTED_BY]-()<-[:DECIDED]-{0,1}(t:Task) WHERE k.recorded_at <= $as_of RETURN t
}
WITH t WHERE t.workspace = $workspace AND t.recorded_at <= $as_of
RETURN t {.id, .request, .agent, .session, .author, .tags, .said, .said_at, .outcome, .closed_at, .valid_from, .precision} AS task,
  COLLECT { MATCH (t)-[c:CITED]->(x:Source) WHERE c.recorded_at <= $as_of
    RETURN {ref: x.ref, held_up: c.held_up, note: c.note} ORDER BY c.recorded_at, x.ref } AS sources,
  COLLECT { MATCH (t)-[c:USED]->(x:Tool) WHERE c.recorded_at <= $as_of
    RETURN {name: x.name, right: c.right, note: c.note} ORDER BY c.recorded_at, x.name } AS tools,
  COLLECT { MATCH (t)-[c:PRODUCED]->(x:Artifact) WHERE c.recorded_at <= $as_of
    RETURN {location: x.location, type: x.type} ORDER BY c.recorded_at, x.location } AS artifacts,
  COLLECT { MATCH (t)-[:DECIDED]->(d:TaskDecision) WHERE d.recorded_at <= $as_of
    OPTIONAL MATCH (d)-[p:PROMOTED_TO]->(r:Record) WHERE p.recorded_at <= $as_of
    RETURN d {.id, .choice, .reasoning, .author, record: r.id} AS row ORDER BY d.seq, d.id } AS decisions,
  COLLECT { MATCH (t)-[:DECIDED]->{0,1}()-[:CORRECTED_BY]->(c:Correction) WHERE c.recorded_at <= $as_of
    OPTIONAL MATCH (c)-[p:PROMOTED_TO]->(r:Rule) WHERE p.recorded_at <= $as_of
    WITH c, collect(r.id) AS rules
    RETURN c {.id, .wrong, .right, .why, .author, .target, at: toString(c.recorded_at), rules: rules} AS row ORDER BY c.seq, c.item } AS corrections,
  COLLECT { MATCH (t)-[m:MENTIONS]->(e:Entity) WHERE m.recorded_at <= $as_of
    RETURN DISTINCT e {.id, .name, .type} ORDER BY e.name, e.id } AS entities,
  COLLECT { MATCH (t)-[p:APPLIED]->(r:Rule) WHERE p.recorded_at <= $as_of RETURN r.id ORDER BY r.id } AS rules,
  COLLECT { MATCH (t)-[r:RELATED]-(o:Task) WHERE r.recorded_at <= $as_of RETURN o {.id, .request} AS row ORDER BY o.seq, o.id } AS related
