// purpose: the next requests of a workspace with their receipts, by author and id
// mode: read
// params: prefix, after, seq, limit
// returns: key, request
MATCH (q:Request) WHERE q.key STARTS WITH $prefix AND q.key > $after AND q.seq <= $seq
RETURN q.key AS key, q {.*} AS request ORDER BY key LIMIT $limit
