// purpose: things whose newest code change has a word of removal in it while impact links still join them to others
// mode: read
// params: workspace, as_of, valid_at, words, walk, hidden, most
// returns: cut, candidates
CALL () {
  // No more records than `walk`, newest first in the order of the index: a proposal is of use soon after the change.
  MATCH (c:Record {workspace: $workspace})
  USING INDEX c:Record(workspace, seq)
  WHERE c.seq > 0
  WITH c ORDER BY c.workspace DESC, c.seq DESC LIMIT $walk + 1
  RETURN collect(c) AS walked
}
CALL (walked) {
  UNWIND walked[..$walk] AS c
  WITH c WHERE c:CodeChangeRecord
  MATCH (c)-[m:MENTIONS]->(e:Entity)
  WHERE any(word IN $words WHERE toLower(c.change + ' ' + coalesce(c.title, '') + ' ' + coalesce(m.description, '')) CONTAINS word)
    AND holds(m) AND NOT e.id IN $hidden
    AND EXISTS { MATCH (e)-[r:IMPACT]-(:Entity) WHERE holds(r) }
    AND NOT EXISTS { MATCH (e)<-[n:MENTIONS]-(:CodeChangeRecord) WHERE holds(n) AND later(n, m) }
  WITH c, m, e ORDER BY c.seq DESC, c.item DESC, e.id LIMIT $most
  RETURN collect({seq: c.seq, entity: e {.id, .name, .type}, names: [m.name, e.name], text: left(c.change, 4000),
    description: left(m.description, 4000), valid_from: m.valid_from, precision: m.precision, record: c.id, title: c.title,
    author: c.author}) AS candidates
}
RETURN size(walked) > $walk AS cut, candidates
