// purpose: every index of the database, with its options and its state
// mode: read
// params:
// returns: name, type, entity_type, tokens, properties, config, state, percent, owner
SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, options, state, populationPercent, owningConstraint
WHERE type <> 'LOOKUP'
RETURN name, type, entityType AS entity_type, labelsOrTypes AS tokens, properties, options.indexConfig AS config, state,
  populationPercent AS percent, owningConstraint AS owner
