// purpose: candidates by their ids, whatever their workspace, with the corrections that each rests on
// mode: read
// params: ids
// returns: node, corrections
UNWIND $ids AS id
MATCH (n:Candidate {id: id})
RETURN n {.*} AS node, COLLECT { MATCH (n)-[r:RESTS_ON]->(k:Correction) RETURN {to: k.id, recorded_at: r.recorded_at} } AS corrections
