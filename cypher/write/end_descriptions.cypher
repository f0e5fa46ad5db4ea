// purpose: end what was said by hand of entities, keeping every end it had
// mode: write
// params: workspace, clock, ids, end
// returns: rows
// plan: eager, over what one author said by hand
UNWIND $ids AS id
MATCH (:Description {id: id, workspace: $workspace})-[m:MENTIONS]->(:Entity)
WITH m, CASE WHEN $end.never_held THEN m.valid_from ELSE $clock END AS valid_to
SET m.ends_valid_to = coalesce(m.ends_valid_to, []) + valid_to,
    m.ends_learned = coalesce(m.ends_learned, []) + $clock,
    m.ends_undone = coalesce(m.ends_undone, []) + datetime('9999-12-31T23:59:59.999999Z'),
    m.ends_act = coalesce(m.ends_act, []) + $end.act,
    m.ends_how = coalesce(m.ends_how, []) + $end.how,
    m.ends_by = coalesce(m.ends_by, []) + $end.by,
    m.ended_at = $clock, m.valid_to = valid_to
RETURN count(*) AS rows
