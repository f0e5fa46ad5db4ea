// purpose: note the model that is being filled in to take the place of the current one, under the other property
// mode: write
// params: name, dimension, slot
// returns: id, name, dimension, slot
// plan: eager, over two rows
MERGE (n:Embedding {id: 'next'}) SET n.name = $name, n.dimension = $dimension, n.slot = $slot
WITH n
UNWIND ['current', 'next'] AS id
MATCH (x:Embedding {id: id})
RETURN x.id AS id, x.name AS name, x.dimension AS dimension, x.slot AS slot
