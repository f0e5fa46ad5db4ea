// purpose: what edits by hand say of their entities
// mode: read
// params: ids
// returns: id, mention
UNWIND $ids AS id
MATCH (d:Description {id: id})-[m:MENTIONS]->(:Entity)
RETURN id, m {.*} AS mention
