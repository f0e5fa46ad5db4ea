// purpose: current records that lack something (a decision its reason, a question its answer), newest first
// mode: read
// params: workspace, as_of, valid_at, lacks, hidden, limit
// returns: total, record, title, author, session, valid_from, precision, assumed
MATCH (r:Record {workspace: $workspace, lacks: $lacks})
// Named, for a range over the start would be chosen otherwise, and that reads every record.
USING INDEX r:Record(workspace, lacks)
WHERE holds(r) AND NOT r.id IN $hidden
WITH r ORDER BY r.seq DESC, r.item DESC
WITH collect(r) AS lacking
UNWIND lacking[..$limit] AS r
RETURN size(lacking) AS total, r.id AS record, r.title AS title, r.author AS author, r.session AS session,
  r.valid_from AS valid_from, r.precision AS precision, r.assumed AS assumed
