// purpose: the links that records state, each record with the first of them and their number
// mode: read
// params: workspace, ids, each
// returns: record, total, links
UNWIND $ids AS id
CALL (id) {
  MATCH (a:Entity)-[x:RELATION {record: id}]->(b:Entity)
  WHERE x.workspace = $workspace
  WITH a, x, b ORDER BY a.name, x.type, b.name, x.id
  RETURN count(x) AS total, collect({id: x.id, source: a.name, target: b.name, type: x.type, reason: x.reason, record: x.record,
    author: x.author, since: x.valid_from, precision: x.precision, assumed: x.assumed})[..$each] AS links
}
RETURN id AS record, total, links
