// purpose: the entities of these ids, or those that stand for them now
// mode: read
// params: workspace, ids
// returns: asked, entity
UNWIND $ids AS id
MATCH (h:Entity {id: id, workspace: $workspace})
MATCH (e:Entity {id: coalesce(h.survivor, h.id)})
RETURN id AS asked, e {.id, .name, .type} AS entity
