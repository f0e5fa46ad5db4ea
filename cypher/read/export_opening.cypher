// purpose: where an export begins: the committed clock and seq that it is cut at, and whether an import is under way
// mode: read
// params: workspace
// returns: clock, seq, author, secret, unfinished
MATCH (w:Workspace {id: $workspace})
RETURN w.clock AS clock, w.seq AS seq, w.author AS author, w.secret AS secret, w.act AS unfinished
