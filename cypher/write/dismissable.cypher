// purpose: whether the radar can have a line of this kind about this thing, or this pair of things, of the workspace
// mode: read
// params: workspace, kind, one, other
// returns: id
CALL () {
  MATCH (e:Entity {id: $one, workspace: $workspace})
  WHERE e.survivor IS NULL AND ($kind = 'silent' OR ($kind = 'problem' AND e.type = 'problem')
    OR ($kind = 'removed' AND EXISTS { (e)<-[:REMOVES]-(:Removal) })
    OR ($kind = 'said_removed' AND EXISTS { (e)-[:IMPACT]-(:Entity) } AND EXISTS { (e)<-[:MENTIONS]-(:CodeChangeRecord) }))
  RETURN e.id AS id
  UNION
  MATCH (r:Record {id: $one, workspace: $workspace})
  WHERE ($kind IN ['decision', 'question'] AND r.kind = $kind AND r.lacks IS NOT NULL)
    OR ($kind = 'heads' AND COUNT { (r)<-[:SUPERSEDES|CORRECTS]-(:Record) } > 1)
    OR ($kind = 'slot' AND r.kind = 'preference')
  RETURN r.id AS id
  UNION
  MATCH (m:Merge {id: $one, workspace: $workspace})
  WHERE $kind = 'merge' AND m.author = 'system' AND m.undone_at IS NULL
  RETURN m.id AS id
  UNION
  MATCH (a:Entity {id: $one, workspace: $workspace}) MATCH (b:Entity {id: $other, workspace: $workspace})
  WHERE $kind = 'conflict' AND EXISTS { (a)-[:CONFLICTS_WITH]-(b) }
  RETURN a.id AS id
  UNION
  // A proposal lies between the names as they were written; the line is about the entities that they lead to now.
  MATCH (a:Entity {id: $one, workspace: $workspace}) MATCH (b:Entity {id: $other, workspace: $workspace})
  WHERE $kind = 'duplicate'
  CALL (a) { RETURN a AS x UNION MATCH (x:Entity {survivor: a.id}) RETURN x }
  MATCH (x)-[:MAY_BE]-(y:Entity) WHERE b.id IN [y.id, y.survivor]
  RETURN a.id AS id
}
RETURN DISTINCT id
