// purpose: which of some records hold at one reading
// mode: read
// params: workspace, as_of, valid_at, ids
// returns: record
UNWIND $ids AS id
MATCH (r:Record {id: id, workspace: $workspace}) WHERE holds(r)
RETURN r.id AS record
