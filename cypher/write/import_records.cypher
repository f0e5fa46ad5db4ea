// purpose: store imported records, the files they are about, and the sessions they belong to
// mode: write
// params: workspace, records, files, sessions
// returns: stored
// plan: eager, bounded by one batch
CALL () {
  UNWIND $records AS row
  CREATE (r:Record) SET r = row.properties, r:Searchable:$(row.label)
  RETURN count(*) AS stored
}
CALL () {
  UNWIND $files AS row
  MERGE (f:File {id: row.id}) ON CREATE SET f.workspace = $workspace, f.path = row.path
  RETURN count(*) AS files
}
CALL () {
  UNWIND $sessions AS row
  MERGE (s:Session {id: row.id}) ON CREATE SET s.workspace = $workspace, s.name = row.name, s.started_at = row.started_at
  ON MATCH SET s.started_at = CASE WHEN row.started_at < s.started_at THEN row.started_at ELSE s.started_at END
  RETURN count(*) AS sessions
}
RETURN stored
