// purpose: what tells of entities that are to be erased: links, edits by hand, and the instants of the requests that stated them
// mode: read
// params: workspace, ids
// returns: edges, descriptions, records, instants
CALL () {
  UNWIND $ids AS id
  MATCH (e:Entity {id: id, workspace: $workspace})
  CALL (e) {
    MATCH (e)-[r:RELATION]-(:Entity) RETURN r
    UNION
    MATCH (e)<-[r:PARKED]-(:Merge) RETURN r
  }
  WITH DISTINCT r
  RETURN collect(r.id) AS edges,
    collect([r.recorded_at] + coalesce(r.ends_learned, []) + coalesce(r.ends_undone, [])) AS of_links
}
CALL () {
  UNWIND $ids AS id
  MATCH (s)-[m:MENTIONS]->(:Entity {id: id, workspace: $workspace})
  RETURN collect(DISTINCT m.recorded_at) AS of_mentions, [d IN collect(DISTINCT s) WHERE d:Description | d.id] AS descriptions,
    [r IN collect(DISTINCT s) WHERE r:Record | r.id] AS records
}
RETURN edges, descriptions, records, reduce(all = of_mentions, m IN of_links | all + m) AS instants
