// purpose: whether something happened after a cut that no clock can leave out: an erasure, a new type, or an import
// mode: read
// params: workspace, seq
// returns: shifted
MATCH (w:Workspace {id: $workspace})
RETURN w.act IS NOT NULL
  OR EXISTS { MATCH (t:Tombstone {workspace: $workspace}) WHERE t.seq > $seq }
  OR EXISTS { MATCH (a:Act {workspace: $workspace}) WHERE a.seq > $seq AND a.kind IN ['retype', 'ontology'] } AS shifted
