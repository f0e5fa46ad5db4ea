// purpose: every index of the database, those behind constraints included, and whether it serves
// mode: read
// params:
// returns: name, state
SHOW INDEXES YIELD name, state
RETURN name, state
