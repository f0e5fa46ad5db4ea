// purpose: store that a line of the radar was dismissed, by whom and why
// mode: write
// params: dismissal
// returns: id
CREATE (d:Dismissal) SET d = $dismissal
RETURN d.id AS id
