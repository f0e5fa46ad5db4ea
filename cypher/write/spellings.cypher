// purpose: the names of entities that some requests added or used, and the spellings that what is left still uses
// mode: read
// params: workspace, homes, seqs, keys
// returns: home, shown, names, used, aliases, instants
UNWIND $homes AS home
MATCH (h:Entity {id: home, workspace: $workspace})
MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
CALL (h, e) {
  MATCH (n:Name)-[:NAMES]->(e) WHERE n.home = h.id
  WITH n ORDER BY n.seq, n.key
  RETURN collect({key: n.key, name: n.name, name_key: n.name_key, added: n.seq IN $seqs OR n.name_key IN $keys}) AS names
}
WITH h, e, names WHERE any(n IN names WHERE n.added)
CALL (h, e) {
  MATCH ()-[m:MENTIONS]->(e) WHERE m.stated = h.id
  RETURN collect(DISTINCT m.name) AS used, collect(DISTINCT m.aliases) AS aliases, collect(DISTINCT m.recorded_at) AS instants
}
RETURN h.id AS home, h.name AS shown, names, used, aliases, instants
