// purpose: tasks by their ids, whatever their workspace, with all that hangs on each but its corrections
// mode: read
// params: ids
// returns: node, sources, tools, artifacts, decisions, mentions, applied, related
UNWIND $ids AS id
MATCH (n:Task {id: id})
RETURN n {.*} AS node,
  COLLECT { MATCH (n)-[c:CITED]->(x:Source) RETURN {node: x {.*}, edge: c {.*}} } AS sources,
  COLLECT { MATCH (n)-[c:USED]->(x:Tool) RETURN {node: x {.*}, edge: c {.*}} } AS tools,
  COLLECT { MATCH (n)-[c:PRODUCED]->(x:Artifact) RETURN {node: x {.*}, edge: c {.*}} } AS artifacts,
  COLLECT { MATCH (n)-[:DECIDED]->(d:TaskDecision)
    RETURN {node: d {.*}, promoted: [(d)-[p:PROMOTED_TO]->(r:Record) | {to: r.id, recorded_at: p.recorded_at, author: p.author}]}
  } AS decisions,
  COLLECT { MATCH (n)-[m:MENTIONS]->(:Entity) RETURN m {.*} } AS mentions,
  COLLECT { MATCH (n)-[p:APPLIED]->(r:Rule) RETURN {to: r.id, recorded_at: p.recorded_at} } AS applied,
  COLLECT { MATCH (n)-[p:RELATED]->(o:Task) RETURN {to: o.id, recorded_at: p.recorded_at} } AS related
