// purpose: the labels that this database knows; asked before any of ours is named
// mode: read
// params:
// returns: label
CALL db.labels() YIELD label
RETURN label ORDER BY label
