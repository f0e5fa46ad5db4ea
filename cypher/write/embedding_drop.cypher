// purpose: forget the model that was being filled in
// mode: write
// params:
// returns: dropped
// plan: eager, over one row
OPTIONAL MATCH (n:Embedding {id: 'next'})
DELETE n
RETURN count(*) AS dropped
