// purpose: the labels that nodes of this database have; asked before any of ours is named
// mode: read
// params:
// returns: label
CALL db.labels() YIELD label
RETURN label ORDER BY label
