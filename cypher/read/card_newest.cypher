// purpose: the newest version of a card, as a writer meets it
// mode: read
// params: workspace, kind
// returns: version, author, text
MATCH (c:Card {workspace: $workspace, kind: $kind}) WHERE c.seq >= 0
RETURN c.version AS version, c.author AS author, c.text AS text ORDER BY version DESC LIMIT 1
