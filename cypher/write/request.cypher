// purpose: remember a request with the receipt it got, so that the same request again gets the same receipt
// mode: write
// params: request
// returns: key
CREATE (q:Request) SET q = $request
RETURN q.key AS key
