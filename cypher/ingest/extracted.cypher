// purpose: the documents of which a model may have stated something, by name
// mode: read
// params: workspace, source, document
// returns: document
MATCH (d:Document {workspace: $workspace})
WHERE d.name >= '' AND d.state IN ['done', 'partial'] AND ($source IS NULL OR d.source = $source)
  AND ($document IS NULL OR d.id = $document) AND EXISTS { MATCH (x:Extraction {workspace: $workspace, document: d.id}) }
RETURN d {.id, .name, .title, .contract} AS document ORDER BY document.name
