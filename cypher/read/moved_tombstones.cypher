// purpose: what this workspace erased: of some things by id, or by the digest of what they said
// mode: read
// params: workspace, ids, digests
// returns: id, digest
MATCH (t:Tombstone {workspace: $workspace}) WHERE t.id IN $ids OR t.digest IN $digests
RETURN t.id AS id, t.digest AS digest
