// purpose: let the model that was filled in serve, in one step
// mode: write
// params: name
// returns: id, name, dimension, slot
// plan: eager, over one row
MATCH (n:Embedding {id: 'next'}) WHERE n.name = $name
MATCH (x:Embedding {id: 'current'})
SET x.name = n.name, x.dimension = n.dimension, x.slot = n.slot
DELETE n
RETURN x.id AS id, x.name AS name, x.dimension AS dimension, x.slot AS slot
