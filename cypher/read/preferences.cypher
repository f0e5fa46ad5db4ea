// purpose: every preference known, withdrawn and ended ones too, with all their times
// mode: read
// params: workspace, as_of, valid_at, slot, limit
// returns: claim, times
MATCH (r:Record {workspace: $workspace, kind: 'preference'})
WHERE r.recorded_at <= $as_of AND r.valid_from <= $valid_at AND ($slot IS NULL OR r.slot = $slot)
WITH r ORDER BY r.place_from DESC, r.seq DESC, r.item DESC LIMIT $limit
RETURN r {record: r.id, .slot, .preference, .document, .assumed, .place_from, .place_last, .seq, .item,
    holder: coalesce(r.holder, r.author), holds: holds(r)} AS claim,
  r {.valid_from, .precision, .assumed, .stated_to, .stated_precision, .recorded_at, .seq, .item, .author,
    .ends_valid_to, .ends_learned, .ends_undone, .ends_act, .ends_how, .ends_by, acts: []} AS times
ORDER BY r.place_from DESC, r.seq DESC, r.item DESC
