// purpose: the instants of the requests that told of some entities: merges, marks, proposals, changes of type
// mode: read
// params: workspace, ids
// returns: instants
CALL () {
  MATCH (m:Merge {workspace: $workspace}) WHERE m.loser IN $ids OR m.survivor IN $ids
  RETURN m.recorded_at AS instant
  UNION
  MATCH (m:Merge {workspace: $workspace}) WHERE (m.loser IN $ids OR m.survivor IN $ids) AND m.undone_at IS NOT NULL
  RETURN m.undone_at AS instant
  UNION
  MATCH (a:Act {workspace: $workspace}) WHERE a.target IN $ids
  RETURN a.recorded_at AS instant
  UNION
  UNWIND $ids AS id
  MATCH (:Entity {id: id, workspace: $workspace})-[p:MAY_BE|DIFFERS_FROM]-(:Entity)
  RETURN p.recorded_at AS instant
}
RETURN collect(instant) AS instants
