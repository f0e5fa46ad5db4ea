// purpose: give entities the vectors of the words they have; one whose words changed meanwhile gets them from who changed them
// mode: write
// params: workspace, rows
// returns: embedded
UNWIND $rows AS row
MATCH (e:Entity {id: row.id, workspace: $workspace}) WHERE e.lexical = row.lexical
SET e += row.properties
RETURN count(*) AS embedded
