"""Loads into a `State` the part of the memory that a request can touch; few statements, whatever the number of items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model.names import fold_key, name_key
from graphmem.model.ontology import CONFLICT
from graphmem.store import Writer
from graphmem.write.items import Item, NamedEntity, Ref
from graphmem.write.rows import EdgeRow, MentionRow, RecordRow, Times
from graphmem.write.state import Alike, Known, State


def lookup(workspace: str, key: str) -> str:
    """The key under which all entities of one name are found, whatever their type."""
    return f"{workspace}\x1f{key}"


def name_keys(item: Item) -> Iterable[str]:
    """Every name key that the item uses: names, aliases, and the names of what it retires."""
    for entity in item.entities:
        yield entity.ref.key
        yield from (alias.key for alias in entity.aliases)
    yield from (name_key(name) for name in retired_names(item))


def retired_names(item: Item) -> list[str]:
    return [n for r in item.retires for n in (r.source, r.target, r.entity) if n is not None]


def lookups_of(workspace: str, items: Iterable[Item]) -> list[str]:
    """The lookups of a request, sorted, so that two writers read in one order."""
    return sorted({lookup(workspace, key) for item in items for key in name_keys(item)})


def folds_of(items: Iterable[Item]) -> list[str]:
    """The fold keys of the names in a request, by which probable duplicates are looked up."""
    names = {e.shown for item in items for e in item.entities} | {
        a.shown for item in items for e in item.entities for a in e.aliases
    }
    return sorted({fold for name in names if (fold := fold_key(name))})


def named_ids(items: Iterable[Item]) -> list[str]:
    """The entity ids that stand where a name may stand."""
    ids = {e.id for item in items for e in item.entities if e.id}
    ids |= {n for item in items for n in retired_names(item) if n.startswith("ent_")}
    return sorted(ids)


async def load_state(writer: Writer, begun: Mapping[str, Any], items: list[Item], earlier: Mapping[str, Any]) -> State:
    """The state that the plan of `items` stands on."""
    state = State()
    for row in begun["alike"]:
        state.alike[row["fold"]].append(Alike(row["entity"], row["type"], row["name"]))
    add_names(state, begun)
    records = _record_ids(items, earlier)
    pairs = _pairs(state, items)
    edges = sorted({r.edge for item in items for r in item.retires if r.edge})
    entities = sorted({k.id for item in items for r in item.retires if r.entity for k in state.bare(r.entity)})
    if records or pairs or edges or entities:
        await load_rows(writer, state, records=records, pairs=pairs, ids=edges, entities=entities)
    return state


def add_names(state: State, begun: Mapping[str, Any]) -> None:
    """Makes the names and ids that the opening statement found known to the state."""
    for row in begun["entities"]:
        state.ids[row["home"]] = Known(row["id"], row["home"], row["type"], row["name"], removed=row["removed"])
    for row in begun["names"]:
        known = Known(row["id"], row["home"], row["type"], row["name"], removed=row["removed"])
        state.add_name(Ref(row["type"], row["name_key"]), known)


async def load_rows(
    writer: Writer, state: State, *, records: list[str], pairs: list[list[str]], ids: list[str], entities: list[str]
) -> None:
    """Loads edges, then the records they belong to with all of their edges: a conflict may leave one empty."""
    loaded = await writer.rows("write/load_edges", records=records, ids=ids, pairs=pairs, entities=entities)
    edges = [EdgeRow.loaded(row) for row in loaded]
    for end in (end for row in loaded for end in row["ends"]):
        state.ids.setdefault(end["id"], Known(end["id"], end["id"], end["type"], end["name"]))
    others = sorted({e.record for e in edges} - set(records)) if pairs else []
    if others:
        more = await writer.rows("write/load_edges", records=others, ids=[], pairs=[], entities=[])
        edges += [EdgeRow.loaded(row) for row in more]
    state.add_edges(edges)
    wanted = sorted({*records, *others})
    for row in await writer.rows("write/load_records", ids=wanted) if wanted else []:
        mentions = [MentionRow.loaded(m) for m in row["mentions"]]
        record = row["record"]
        for m in row["mentions"]:
            state.ids.setdefault(m["entity"], Known(m["entity"], m["entity"], m["entity_type"], m["entity_name"]))
        caused = [*record.get("ended_records", []), *record.get("ended_edges", [])]
        state.add_record(RecordRow(record["id"], record["kind"], Times.loaded(record), mentions=mentions, caused=caused))


def _record_ids(items: list[Item], earlier: Mapping[str, Any]) -> list[str]:
    """The stored records that the items name, those behind a repeated `request_id` included."""
    import json

    named = {r for item in items for r in (*item.supersedes, *item.corrects)}
    behind = {line["id"] for row in earlier.values() if row["receipt"] for line in json.loads(row["receipt"])["records"]}
    return sorted(named | behind) if named else []


def _pairs(state: State, items: list[Item]) -> list[list[str]]:
    """Pairs of stored entities between which a conflict or a retirement may end something."""
    found: set[frozenset[str]] = set()
    for item in items:
        known = {e.ref: _leads(state, e) for e in item.entities}
        for link in (x for x in item.links if x.type == CONFLICT):
            found |= {frozenset((a.id, b.id)) for a in known[link.source] for b in known[link.target]}
        for retired in item.retires:
            if retired.source and retired.target:
                found |= {frozenset((a.id, b.id)) for a in state.bare(retired.source) for b in state.bare(retired.target)}
    return sorted(sorted(pair) for pair in found if len(pair) == 2)


def _leads(state: State, entity: NamedEntity) -> list[Known]:
    """The stored entities that a declared one may turn out to be: by id, by name, by an alias."""
    refs = [entity.ref, *(Ref(entity.ref.type, a.key) for a in entity.aliases)]
    return [k for k in (state.ids.get(entity.id or ""), *(state.names.get(r) for r in refs)) if k]
