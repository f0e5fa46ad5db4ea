// purpose: the version of the graph data science library; run only where it is there
// mode: read
// params:
// returns: version
RETURN gds.version() AS version
