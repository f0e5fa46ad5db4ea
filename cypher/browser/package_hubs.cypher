// purpose: the ten packages that most others need, with all that need them
// mode: read
// params:
// returns: p, r, q
MATCH (p:Entity {workspace: 'demo-packages'}) WHERE p.name >= ''
MATCH (p)<-[r:DEPENDS_ON]-(:Entity) WHERE r.valid_to > datetime()
WITH p, count(r) AS dependents ORDER BY dependents DESC, p.name LIMIT 10
MATCH (p)<-[r:DEPENDS_ON]-(q:Entity) WHERE r.valid_to > datetime()
RETURN p, r, q
