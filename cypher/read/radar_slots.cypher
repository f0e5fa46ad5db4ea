// purpose: what was said of the slots that hold one value and was not withdrawn, the latest start first
// mode: read
// params: workspace, as_of, valid_at, slots, limit
// returns: claim
MATCH (r:Record {workspace: $workspace, kind: 'preference'})
// Named, for a range over the start would be chosen otherwise, and that reads every record.
USING INDEX r:Record(workspace, kind)
WHERE r.slot IN $slots AND r.valid_from <= $valid_at AND held(r)
WITH r ORDER BY r.place_from DESC, r.seq DESC, r.item DESC LIMIT $limit
OPTIONAL MATCH (d:Document {id: r.document, workspace: $workspace})
RETURN r {record: r.id, .slot, .preference, .assumed, .place_from, .place_last, .seq, .item, document: coalesce(d.name, r.document),
  holder: coalesce(r.holder, r.author), holds: holds(r)} AS claim
ORDER BY r.place_from DESC, r.seq DESC, r.item DESC
