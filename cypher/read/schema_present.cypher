// purpose: whether this database was ever migrated; asked before any label of ours is named
// mode: read
// params:
// returns: present
CALL db.labels() YIELD label WHERE label = 'SchemaMigration'
RETURN count(*) > 0 AS present
