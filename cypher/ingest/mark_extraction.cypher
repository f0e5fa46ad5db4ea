// purpose: mark a raw answer of a model as invalid, or take the mark back; the answer stays as it is
// mode: write
// params: workspace, clock, author, id, reason, act
// returns: id
// plan: eager, over one row
MATCH (x:Extraction {id: $id, workspace: $workspace})
SET x += CASE WHEN $act IS NULL THEN {undone_at: null, undone_by: null, undone_reason: null, act: null}
  ELSE {undone_at: $clock, undone_by: $author, undone_reason: $reason, act: $act} END
RETURN x.id AS id
