// purpose: give chunks an end, keeping every end they had
// mode: write
// params: workspace, clock, ids, end
// returns: rows
// plan: eager, bounded by the chunks of one document
UNWIND $ids AS id
MATCH (x:Chunk {id: id, workspace: $workspace})
WITH x, CASE WHEN $end.never_held THEN x.valid_from ELSE $clock END AS valid_to
SET x.ends_valid_to = coalesce(x.ends_valid_to, []) + valid_to,
    x.ends_learned = coalesce(x.ends_learned, []) + $clock,
    x.ends_undone = coalesce(x.ends_undone, []) + datetime('9999-12-31T23:59:59.999999Z'),
    x.ends_act = coalesce(x.ends_act, []) + $end.act,
    x.ends_how = coalesce(x.ends_how, []) + $end.how,
    x.ends_by = coalesce(x.ends_by, []) + $end.by,
    x.ended_at = CASE WHEN valid_to < x.valid_to THEN $clock ELSE x.ended_at END,
    x.valid_to = CASE WHEN valid_to < x.valid_to THEN valid_to ELSE x.valid_to END
RETURN count(*) AS rows
