// purpose: messages by their ids that hold, in their order
// mode: read
// params: workspace, as_of, valid_at, ids
// returns: message
UNWIND $ids AS id
MATCH (m:Message {id: id, workspace: $workspace}) WHERE holds(m)
RETURN m {.id, .digest, .text, .speaker, .ref} AS message ORDER BY m.position
