// purpose: begin an import: make the workspace if need be, lift its clock and seq to the file's, and mark the import as unfinished
// mode: write
// params: workspace, author, secret, clock, seq, file
// returns: clock, seq, fresh
// plan: eager, one node
MERGE (w:Workspace {id: $workspace})
ON CREATE SET w.seq = 0, w.clock = $clock, w.author = $author
// Nobody can have followed a workspace that held nothing: until this import has finished its rows need no mark of their arrival.
SET w.fresh = CASE WHEN w.seq = 0 OR w.fresh THEN true END
// Lifted first: what others state meanwhile comes after all that is imported.
SET w.seq = CASE WHEN w.seq < $seq THEN $seq ELSE w.seq END,
    w.clock = CASE WHEN w.clock < $clock THEN $clock ELSE w.clock END,
    w.secret = coalesce(w.secret, $secret),
    w.act = $file
RETURN w.clock AS clock, w.seq AS seq, w.fresh IS NOT NULL AS fresh
