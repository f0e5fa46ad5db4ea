// purpose: requests by their keys, with the receipts they got
// mode: read
// params: keys
// returns: key, request
UNWIND $keys AS key
MATCH (q:Request {key: key})
RETURN key, q {.*} AS request
