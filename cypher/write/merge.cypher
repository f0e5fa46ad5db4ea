// purpose: store a merge: the two entities as they were given, by whom and why
// mode: write
// params: merge
// returns: id
CREATE (m:Merge) SET m = $merge
RETURN m.id AS id
