// purpose: the texts of all cards of a workspace, old versions too, to be rewritten where they quote what is erased
// mode: read
// params: workspace
// returns: id, text, reason, author
MATCH (c:Card {workspace: $workspace}) WHERE c.kind >= '' AND c.seq >= 0
RETURN c.id AS id, c.text AS text, c.reason AS reason, c.author AS author
