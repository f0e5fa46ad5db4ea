// purpose: say which imported record replaces or corrects which
// mode: write
// params: rows
// returns: stored
UNWIND $rows AS row
MATCH (a:Record {id: row.new}) MATCH (b:Record {id: row.old})
CREATE (a)-[:$(row.type)]->(b)
RETURN count(*) AS stored
