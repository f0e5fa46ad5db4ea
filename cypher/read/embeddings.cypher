// purpose: which vectors the store keeps: of which model, how long, under which of the two properties
// mode: read
// params:
// returns: id, name, dimension, slot
MATCH (x:Embedding) WHERE x.id IN ['current', 'next']
RETURN x.id AS id, x.name AS name, x.dimension AS dimension, x.slot AS slot
