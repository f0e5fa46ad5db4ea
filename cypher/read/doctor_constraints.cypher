// purpose: every constraint of the database
// mode: read
// params:
// returns: name, type, tokens, properties
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties
RETURN name, type, labelsOrTypes AS tokens, properties
