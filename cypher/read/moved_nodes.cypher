// purpose: nodes of one label by their ids, whatever their workspace
// mode: read
// params: label, ids
// returns: id, node
UNWIND $ids AS id
CALL (id) {
  WITH id WHERE $label = 'Tombstone' MATCH (n:Tombstone {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Merge' MATCH (n:Merge {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Description' MATCH (n:Description {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Removal' MATCH (n:Removal {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Dismissal' MATCH (n:Dismissal {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Act' MATCH (n:Act {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Card' MATCH (n:Card {id: id}) RETURN n
  UNION ALL
  WITH id WHERE $label = 'Extraction' MATCH (n:Extraction {id: id}) RETURN n
}
RETURN id, n {.*} AS node
