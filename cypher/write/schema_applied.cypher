// purpose: remember that a migration was applied, with the checksum of its text
// mode: write
// params: version, name, checksum
// returns: version
MERGE (m:SchemaMigration {version: $version})
SET m.name = $name, m.checksum = $checksum, m.applied_at = datetime.realtime('UTC')
RETURN m.version AS version
