// purpose: whether the server has the graph data science library
// mode: read
// params:
// returns: present
SHOW FUNCTIONS YIELD name WHERE name = 'gds.version'
RETURN count(*) > 0 AS present
