// purpose: the versions of a workspace's own ontology that were known, newest first
// mode: read
// params: workspace, as_of, limit
// returns: id, version, body, author, reason, recorded_at
MATCH (o:OntologyVersion {workspace: $workspace})
WHERE o.version >= 1 AND o.recorded_at <= $as_of
RETURN o.id AS id, o.version AS version, o.body AS body, o.author AS author, o.reason AS reason, o.recorded_at AS recorded_at
ORDER BY version DESC LIMIT $limit
