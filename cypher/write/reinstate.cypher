// purpose: undo, from now on, the ends that some acts gave to a record with all it said, to an edit by hand, or to one edge
// mode: write
// params: workspace, clock, record, edge, acts
// returns: rows
// plan: eager, bounded by the rows of one record
CALL () {
  MATCH (r:Record {id: $record, workspace: $workspace}) RETURN r AS x
  UNION ALL
  MATCH (:Record {id: $record})-[m:MENTIONS]->(:Entity) WHERE m.workspace = $workspace RETURN m AS x
  UNION ALL
  MATCH (:Description {id: $record})-[m:MENTIONS]->(:Entity) WHERE m.workspace = $workspace RETURN m AS x
  UNION ALL
  MATCH (:Entity)-[e:RELATION {record: $record}]->(:Entity) WHERE e.workspace = $workspace RETURN e AS x
  UNION ALL
  MATCH (:Merge)-[p:PARKED {record: $record}]->(:Entity) WHERE p.workspace = $workspace RETURN p AS x
  UNION ALL
  MATCH (:Entity)-[e:RELATION {id: $edge}]->(:Entity) WHERE e.workspace = $workspace RETURN e AS x
  UNION ALL
  MATCH (:Merge)-[p:PARKED {id: $edge}]->(:Entity) WHERE p.workspace = $workspace RETURN p AS x
}
WITH x WHERE any(i IN range(0, size(coalesce(x.ends_act, [])) - 1) WHERE x.ends_act[i] IN $acts AND x.ends_undone[i] > $clock)
SET x.ends_undone = [i IN range(0, size(x.ends_act) - 1) |
  CASE WHEN x.ends_act[i] IN $acts AND x.ends_undone[i] > $clock THEN $clock ELSE x.ends_undone[i] END]
WITH x, reduce(end = x.stated_to, i IN range(0, size(x.ends_act) - 1) |
  CASE WHEN x.ends_undone[i] > $clock AND x.ends_valid_to[i] < end THEN x.ends_valid_to[i] ELSE end END) AS valid_to
SET x.ended_at = CASE WHEN valid_to <> x.valid_to THEN $clock ELSE x.ended_at END, x.valid_to = valid_to
RETURN count(*) AS rows
