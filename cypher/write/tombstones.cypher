// purpose: remember what was erased by id and digest, without any text
// mode: write
// params: rows
// returns: stored
// plan: eager, over what one act erases
UNWIND $rows AS row
MERGE (t:Tombstone {id: row.id}) SET t = row
RETURN count(t) AS stored
