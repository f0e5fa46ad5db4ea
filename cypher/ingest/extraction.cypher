// purpose: one raw answer of a model, with the model and schema under which its document stands
// mode: read
// params: workspace, id
// returns: event, act, standing
MATCH (x:Extraction {id: $id, workspace: $workspace})
OPTIONAL MATCH (d:Document {id: x.document, workspace: $workspace})
RETURN x {.id, .key, .document, .chunk, .digest, .contract, .raw, .reason, .at, .recorded_at, .undone_at} AS event, x.act AS act,
  d.contract AS standing
