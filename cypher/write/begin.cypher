// purpose: lock the workspace, move its clock, then read what a request stands on: names, ids, earlier requests
// mode: write
// params: workspace, now, lookups, ids, folds, requests
// returns: clock, seq, ontology, names, entities, alike, replays, spaces
// plan: eager, so that everything is read after the lock
MATCH (w:Workspace {id: $workspace})
// The lock comes first: what is read below cannot change until the commit. A clock that was stepped back still moves on.
SET w.seq = w.seq + 1
WITH w, coalesce($now, datetime.truncate('microsecond', datetime.realtime('UTC'))) AS now
SET w.clock = CASE WHEN now > w.clock THEN now ELSE w.clock + duration({microseconds: 1}) END
WITH w
CALL () {
  UNWIND $lookups AS lookup
  MATCH (n:Name {lookup: lookup})-[:NAMES]->(e:Entity)
  RETURN collect({type: n.type, name_key: n.name_key, home: n.home, id: e.id, name: e.name, lexical: e.lexical,
    marks: [(e)<-[:REMOVES]-(x:Removal) | x {.place_from, .place_last, .place_seq, .place_item}]}) AS names
}
CALL () {
  UNWIND $ids AS id
  MATCH (h:Entity {id: id, workspace: $workspace})
  MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
  RETURN collect({home: h.id, home_type: h.type, id: e.id, type: e.type, name: e.name, lexical: e.lexical,
    marks: [(e)<-[:REMOVES]-(x:Removal) | x {.place_from, .place_last, .place_seq, .place_item}]}) AS entities
}
CALL () {
  UNWIND $folds AS fold
  CALL (fold) {
    MATCH (n:Name {workspace: $workspace, fold: fold})-[:NAMES]->(e:Entity)
    RETURN n, e ORDER BY n.key LIMIT 5
  }
  RETURN collect({entity: n.home, leads: e.id, type: n.type, name: n.name, fold: n.fold}) AS alike
}
CALL () {
  UNWIND $requests AS key
  MATCH (q:Request {key: key})
  RETURN collect({key: q.key, body: q.body, receipt: q.receipt, erased: coalesce(q.erased, false)}) AS replays
}
RETURN w.clock AS clock, w.seq AS seq, w.ontology AS ontology, names, entities, alike, replays,
  COLLECT { UNWIND ['current', 'next'] AS id MATCH (x:Embedding {id: id}) RETURN x {.id, .name, .dimension, .slot} } AS spaces
