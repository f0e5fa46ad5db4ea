// purpose: which of these documents were erased here
// mode: read
// params: ids
// returns: id
UNWIND $ids AS id
MATCH (t:Tombstone {id: id})
RETURN t.id AS id
