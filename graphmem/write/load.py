"""Loads into a `State` the part of the memory that a request can touch; few statements, whatever the number of items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model.names import fold_key, name_key
from graphmem.model.ontology import CONFLICT
from graphmem.model.times import Place
from graphmem.store import Writer
from graphmem.write.items import Item, Ref, is_entity_id
from graphmem.write.rows import EdgeRow, MentionRow, RecordRow, Times
from graphmem.write.state import Alike, Known, State


def lookup(workspace: str, key: str) -> str:
    """The key under which all entities of one name are found, whatever their type."""
    return f"{workspace}\x1f{key}"


def name_keys(item: Item) -> Iterable[str]:
    """Every name key that the item uses: names, aliases, ends of relations, and the names of what it retires."""
    for entity in item.entities:
        yield entity.ref.key
        yield from (alias.key for alias in entity.aliases)
    yield from (end.key for link in item.links for end in (link.source, link.target))
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
    return sorted({key for item in items for key in name_keys(item) if is_entity_id(key)})


async def load_state(writer: Writer, begun: Mapping[str, Any], items: list[Item], earlier: Mapping[str, Any]) -> State:
    """The state that the plan of `items` stands on."""
    state = State()
    for row in begun["alike"]:
        state.alike[row["fold"]].append(Alike(row["entity"], row["type"], row["name"], row["leads"]))
    add_names(state, begun)
    reach = _Reach(state, items)
    records = _record_ids(items, earlier)
    pairs = _pairs(reach, items)
    edges = sorted({r.edge for item in items for r in item.retires if r.edge})
    entities = sorted({id_ for item in items for r in item.retires if r.entity for id_ in reach.of(r.entity)})
    if records or pairs or edges or entities:
        await load_rows(writer, state, records=records, pairs=pairs, ids=edges, entities=entities)
    if state.marks:
        _add_edges(state, await writer.rows("write/load_lifting", entities=sorted(state.marks)))
    return state


def add_names(state: State, begun: Mapping[str, Any]) -> None:
    """Makes the names and ids that the opening statement found known to the state."""
    for row in begun["entities"]:
        state.ids[row["home"]] = Known(
            row["id"], row["home"], row["type"], row["name"], home_type=row["home_type"], lexical=row["lexical"]
        )
    for row in begun["names"]:
        state.add_name(
            Ref(row["type"], row["name_key"]), Known(row["id"], row["home"], row["type"], row["name"], lexical=row["lexical"])
        )
    for row in (*begun["entities"], *begun["names"]):
        if row["marks"]:
            state.marks[row["id"]] = [
                Place(m["place_from"], m["place_last"], m["place_seq"], m["place_item"]) for m in row["marks"]
            ]


async def load_rows(
    writer: Writer, state: State, *, records: list[str], pairs: list[list[str]], ids: list[str], entities: list[str]
) -> None:
    """Loads edges, then the records they belong to with all of their edges: a conflict may leave one empty."""
    loaded = await writer.rows("write/load_edges", records=records, ids=ids, pairs=pairs, entities=entities)
    edges = _add_edges(state, loaded)
    others = sorted({e.record for e in edges} - set(records)) if pairs else []
    if others:
        _add_edges(state, await writer.rows("write/load_edges", records=others, ids=[], pairs=[], entities=[]))
    wanted = sorted({*records, *others})
    for row in await writer.rows("write/load_records", ids=wanted) if wanted else []:
        mentions = [MentionRow.loaded(m) for m in row["mentions"]]
        record = row["record"]
        for m in row["mentions"]:
            state.ids.setdefault(m["entity"], Known(m["entity"], m["entity"], m["entity_type"], m["entity_name"]))
        caused = [*record.get("ended_records", []), *record.get("ended_edges", [])]
        state.add_record(RecordRow(record["id"], record["kind"], Times.loaded(record), mentions=mentions, caused=caused))


def _add_edges(state: State, rows: Iterable[Mapping[str, Any]]) -> list[EdgeRow]:
    """Makes loaded edges, and the entities they lie between, known to the state."""
    edges = []
    for row in rows:
        edges.append(EdgeRow.loaded(row))
        for end in row["ends"]:
            state.ids.setdefault(end["id"], Known(end["id"], end["id"], end["type"], end["name"]))
    state.add_edges(edges)
    return edges


def _record_ids(items: list[Item], earlier: Mapping[str, Any]) -> list[str]:
    """The stored records that the items name, those behind a repeated `request_id` included."""
    import json

    named = {r for item in items for r in (*item.supersedes, *item.corrects)}
    behind = {line["id"] for row in earlier.values() if row["receipt"] for line in json.loads(row["receipt"])["records"]}
    return sorted(named | behind) if named else []


class _Reach:
    """The stored entities that a name of the request may turn out to mean, by way of the aliases that it adds itself."""

    def __init__(self, state: State, items: Iterable[Item]) -> None:
        self.state = state
        self.together: dict[str, set[str]] = {}
        for entity in (e for item in items for e in item.entities):
            keys = {entity.ref.key, *(a.key for a in entity.aliases)}
            group = keys.union(*(self.together[k] for k in keys if k in self.together))
            self.together |= dict.fromkeys(group, group)

    def of(self, name: str) -> set[str]:
        key = name_key(name)
        return {known.id for k in self.together.get(key, {key}) for known in self.state.bare(k)}


def _pairs(reach: _Reach, items: list[Item]) -> list[list[str]]:
    """Pairs of stored entities between which a conflict or a retirement may end something."""
    named = [(x.source.key, x.target.key) for item in items for x in item.links if x.type == CONFLICT]
    named += [(r.source, r.target) for item in items for r in item.retires if r.source and r.target]
    found = {frozenset((a, b)) for source, target in named for a in reach.of(source) for b in reach.of(target)}
    return sorted(sorted(pair) for pair in found if len(pair) == 2)
