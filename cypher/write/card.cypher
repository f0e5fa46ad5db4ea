// purpose: store a version of a card; the ones before stay as they are
// mode: write
// params: workspace, card
// returns: id, version
// plan: eager, over the versions of one card
// The lock of the workspace is held: the count of the versions before cannot change until the commit.
CALL () {
  MATCH (b:Card {workspace: $workspace, kind: $card.kind}) WHERE b.seq >= 0
  RETURN coalesce(max(b.version), 0) + 1 AS version
}
CREATE (c:Card) SET c = $card, c.version = version
RETURN c.id AS id, version
