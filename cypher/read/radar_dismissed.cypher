// purpose: the radar lines that are dismissed: a dismissal holds until a newer record names the thing (of a pair, both)
// mode: read
// params: workspace, as_of, valid_at
// returns: kind, one, other
MATCH (d:Dismissal {workspace: $workspace})
WHERE d.key IS NOT NULL AND d.recorded_at <= $as_of AND coalesce($as_of < d.undone_at, true)
  AND NOT EXISTS {
    MATCH (:Entity {id: d.one})<-[m:MENTIONS]-(:Record)
    WHERE d.other IS NULL AND m.recorded_at > d.recorded_at AND m.valid_from <= $valid_at AND held(m)
  }
  AND NOT EXISTS {
    MATCH (:Entity {id: d.one})<-[m:MENTIONS]-(:Record)-[:MENTIONS]->(:Entity {id: d.other})
    WHERE m.recorded_at > d.recorded_at AND m.valid_from <= $valid_at AND held(m)
  }
  // A record is named by what takes its place.
  AND NOT EXISTS {
    MATCH (:Record {id: d.one})<-[:SUPERSEDES|CORRECTS*1..12]-(r:Record)
    WHERE r.recorded_at > d.recorded_at AND r.valid_from <= $valid_at AND held(r)
  }
RETURN DISTINCT d.kind AS kind, d.one AS one, d.other AS other
