// purpose: how many records and entities each workspace holds
// mode: read
// params: workspaces
// returns: id, records, entities
UNWIND $workspaces AS id
CALL (id) {
  // Counted in the index: no record is read.
  MATCH (r:Record {workspace: id}) USING INDEX r:Record(workspace, seq) WHERE r.seq IS NOT NULL
  RETURN count(r) AS records
}
CALL (id) {
  MATCH (e:Entity {workspace: id}) USING INDEX e:Entity(workspace, name) WHERE e.name IS NOT NULL AND e.survivor IS NULL
  RETURN count(e) AS entities
}
RETURN id, records, entities
