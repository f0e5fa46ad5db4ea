// purpose: the versions of the cards of a workspace that were known at an instant, newest first
// mode: read
// params: workspace, as_of
// returns: card
// An index with three keys serves only where all are asked for.
MATCH (c:Card {workspace: $workspace}) WHERE c.kind >= '' AND c.seq >= 0 AND c.recorded_at <= $as_of
RETURN c {.*} AS card ORDER BY c.seq DESC, c.id
