// purpose: give all entities of one type, and their names, another type
// mode: write
// params: workspace, old, new, old_label, new_label
// returns: entities
// plan: eager, over what has the type
CALL () {
  MATCH (n:Name {workspace: $workspace}) WHERE n.fold >= '' AND n.type = $old
  SET n.type = $new, n.key = $workspace + '\u001f' + $new + '\u001f' + n.name_key
  RETURN count(n) AS names
}
CALL () {
  MATCH (e:Entity {workspace: $workspace, type: $old})
  SET e.type = $new
  REMOVE e:$($old_label)
  SET e:$($new_label)
  RETURN collect(e.id) AS entities
}
RETURN entities
