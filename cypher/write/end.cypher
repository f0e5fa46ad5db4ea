// purpose: give records (with their edges and mentions) and single edges an end, keeping every end they had
// mode: write
// params: workspace, clock, ends
// returns: rows
// plan: eager, bounded by what one request ends
UNWIND $ends AS end
CALL (end) {
  MATCH (r:Record {id: end.record, workspace: $workspace}) RETURN r AS x
  UNION ALL
  MATCH (:Record {id: end.record})-[m:MENTIONS]->(:Entity) WHERE m.workspace = $workspace RETURN m AS x
  UNION ALL
  MATCH (:Entity)-[e:RELATION {record: end.record}]->(:Entity) WHERE e.workspace = $workspace RETURN e AS x
  UNION ALL
  MATCH (:Merge)-[p:PARKED {record: end.record}]->(:Entity) WHERE p.workspace = $workspace RETURN p AS x
  UNION ALL
  MATCH (:Entity)-[e:RELATION {id: end.edge}]->(:Entity) WHERE e.workspace = $workspace RETURN e AS x
  UNION ALL
  MATCH (:Merge)-[p:PARKED {id: end.edge}]->(:Entity) WHERE p.workspace = $workspace RETURN p AS x
}
WITH x, end, coalesce(end.valid_to, x.valid_from) AS valid_to
SET x.ends_valid_to = coalesce(x.ends_valid_to, []) + valid_to,
    x.ends_learned = coalesce(x.ends_learned, []) + $clock,
    x.ends_undone = coalesce(x.ends_undone, []) + datetime('9999-12-31T23:59:59.999999Z'),
    x.ends_act = coalesce(x.ends_act, []) + end.act,
    x.ends_how = coalesce(x.ends_how, []) + end.how,
    x.ends_by = coalesce(x.ends_by, []) + end.by,
    // ended_at moves only when the end known now does: a later end beside an earlier one changes no answer.
    x.ended_at = CASE WHEN valid_to < x.valid_to THEN $clock ELSE x.ended_at END,
    x.valid_to = CASE WHEN valid_to < x.valid_to THEN valid_to ELSE x.valid_to END
RETURN count(*) AS rows
