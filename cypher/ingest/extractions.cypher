// purpose: what models answered about a document, the oldest first
// mode: read
// params: workspace, document
// returns: event
MATCH (x:Extraction {workspace: $workspace, document: $document})
RETURN x {.id, .key, .document, .chunk, .digest, .contract, .raw, .reason, .at, .recorded_at, .undone_at} AS event
ORDER BY x.seq, x.item, x.id
