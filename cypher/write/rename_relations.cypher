// purpose: give all links of an own relation type the name of another, or none, so that they are links of the built-in type alone
// mode: write
// params: workspace, stored, old, new
// returns: links
// plan: eager, over the links of the workspace
CALL () {
  MATCH (e:Entity {workspace: $workspace})-[r:RELATION]->(:Entity)
  WHERE e.name >= '' AND r.type = $stored AND r.semantic = $old
  RETURN r
  UNION ALL
  // Those that a merge parked come back by an unmerge.
  MATCH (m:Merge {workspace: $workspace})-[r:PARKED]->(:Entity)
  WHERE m.seq >= 0 AND r.type = $stored AND r.semantic = $old
  RETURN r
}
SET r.semantic = $new
RETURN count(r) AS links
