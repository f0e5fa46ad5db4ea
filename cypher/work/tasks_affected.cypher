// purpose: of some open tasks, what was corrected since they began: records that replaced what is said of the things they name
// mode: read
// params: workspace, as_of, ids, limit
// returns: task, record, kind, title, how, replaced
UNWIND $ids AS id
MATCH (t:Task {id: id, workspace: $workspace})
CALL (t) {
  MATCH (t)-[:MENTIONS]->(:Entity)<-[:MENTIONS]-(old:Record)
  RETURN DISTINCT old
  UNION
  MATCH (t)-[:CITED]->(s:Source)
  MATCH (old:Record {id: s.ref, workspace: $workspace})
  RETURN old
}
MATCH (old)<-[how:SUPERSEDES|CORRECTS]-(new:Record)
WHERE new.recorded_at > t.recorded_at AND new.recorded_at <= $as_of
WITH DISTINCT t, old, new, type(how) AS how ORDER BY new.seq DESC, new.id LIMIT $limit
RETURN t.id AS task, new.id AS record, new.kind AS kind, new.title AS title, toLower(how) AS how, old.id AS replaced
