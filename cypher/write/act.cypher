// purpose: store an act that is no record: who did what to what, when and why
// mode: write
// params: act
// returns: id
CREATE (a:Act) SET a = $act
RETURN a.id AS id
