// purpose: note the model of the first vectors of a store; what is noted already stays
// mode: write
// params: name, dimension
// returns: id, name, dimension, slot
// plan: eager, over one row
MERGE (x:Embedding {id: 'current'}) ON CREATE SET x.name = $name, x.dimension = $dimension, x.slot = 'a'
RETURN x.id AS id, x.name AS name, x.dimension AS dimension, x.slot AS slot
