// purpose: the migrations that this store has had
// mode: read
// params:
// returns: version, checksum
// plan: scan, of the few migrations
MATCH (m:SchemaMigration)
RETURN m.version AS version, m.checksum AS checksum ORDER BY version
