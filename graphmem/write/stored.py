"""Turns planned steps into the parameters of the storing statements; each statement gets only its own columns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphmem.model.lexical import MOST_TERMS
from graphmem.model.names import fold_key, parts
from graphmem.model.ontology import KIND_BY_NAME, UNDIRECTED
from graphmem.model.receipts import Receipt
from graphmem.store import Writer
from graphmem.store.fulltext import by_slips, scope, slip_terms
from graphmem.write.duplicates import to_look_up
from graphmem.write.indexing import Index, tellings
from graphmem.write.items import new_id
from graphmem.write.load import lookup
from graphmem.write.replay import request_row
from graphmem.write.rows import EdgeRow, Instants, MentionRow
from graphmem.write.state import NewName, State
from graphmem.write.steps import Step


async def store_nodes(writer: Writer, steps: list[Step], session: str | None, index: Index) -> dict[str, Any]:
    """Creates entities, records, files and the session; returns the evidence each stated link had, and names one slip away."""
    links = {e.id: e for step in steps for e in step.record.edges if not e.parked}
    instants = Instants()
    said = {t.known.id: t for t in tellings(steps)}
    return await writer.one(
        "write/nodes",
        links=[link_key(e) for e in links.values()],
        entities=[_entity(n, writer, index.created(n, said[n.known.id])) for step in steps for n in _created(step)],
        records=[_record(step, writer, session, instants, index) for step in steps],
        instants=instants.values,
        files=sorted(
            ({"id": _file_id(writer, f.path), "path": f.path} for s in steps for f in s.item.files),
            key=lambda r: r["id"],
        ),
        session=[{"id": session_id(writer, session), "name": session}] if session else [],
        spelled=[{"key": n.name.key, "query": by_slips(writer.workspace, n.slips)} for n in to_look_up(s.names for s in steps)],
    )


def link_key(edge: EdgeRow) -> dict[str, Any]:
    """A link as the counting statements ask for it."""
    return {
        "key": edge.id, "source": edge.source, "target": edge.target, "type": edge.type, "undirected": edge.type in UNDIRECTED
    }  # fmt: skip


def _created(step: Step) -> list[NewName]:
    """The first name of each entity that the step makes."""
    first: dict[str, NewName] = {}
    for new in step.names.new_names:
        if step.names.makes(new.known):
            first.setdefault(new.known.id, new)
    return list(first.values())


def _entity(new: NewName, writer: Writer, found_by: dict[str, Any]) -> dict[str, Any]:
    properties = {
        "id": new.known.id, "workspace": writer.workspace, "name": new.known.name, "type": new.type,
        "seq": writer.seq, **found_by,
    }  # fmt: skip
    return {"label": writer.ontology.label(new.type), "properties": properties}


def _record(step: Step, writer: Writer, session: str | None, instants: Instants, index: Index) -> dict[str, Any]:
    record = step.record
    properties = {
        **step.item.properties, **index.record(step), "id": record.id, "workspace": writer.workspace, "kind": record.kind,
        "author": writer.author, "session": session, **record.times.properties(),
        "ended_records": list(step.endings.records) or None, "ended_edges": list(step.endings.edges) or None,
    }  # fmt: skip
    given = {k: v for k, v in properties.items() if v is not None}
    return {"label": KIND_BY_NAME[record.kind].label, **instants.split(given)}


def _file_id(writer: Writer, path: str) -> str:
    return f"{writer.workspace}\x1f{path}"


def session_id(writer: Writer, session: str) -> str:
    """The key of a session: the same name in another workspace is another session."""
    return f"{writer.workspace}\x1f{session}"


async def store_links(
    writer: Writer, steps: list[Step], session: str | None, receipts: dict[int, Receipt], state: State, index: Index
) -> None:
    """Creates every relationship of the request, and remembers the requests with their receipts."""
    requests = [
        request_row(writer, s.item.request_id, s.item.body, receipts[s.item.index]) for s in steps if s.item.request_id is not None
    ]  # fmt: skip
    instants = Instants()
    await writer.one(
        "write/links",
        names=[name_row(n, writer) for step in steps for n in step.names.new_names],
        scope=index.scope,
        told=[
            {"entity": t.known.id, "properties": row}
            for t in tellings(steps)
            if not t.created and (row := index.told(t)) is not None
        ],
        terms=[index.terms(step) for step in steps],
        most=MOST_TERMS,
        steps=[_said(step, writer, instants, index) for step in steps],
        instants=instants.values,
        touches=[
            {"record": s.record.id, "file": _file_id(writer, f.path), "lines": f.lines, "commit": f.commit}
            for s in steps
            for f in s.item.files
        ],
        session=[{"id": session_id(writer, session), "records": [s.record.id for s in steps]}] if session else [],
        successions=[row for step in steps for row in _successions(step, state)],
        proposals=[row for step in steps for row in _proposals(step, writer)],
        removals=[_removal(known.id, known.home, step, writer) for step in steps for known in step.removed],
        requests=requests,
    )


def name_row(new: NewName, writer: Writer) -> dict[str, Any]:
    """A spelling as stored: its key is workspace, type and name key."""
    key, workspace = new.name.key, writer.workspace
    properties = {
        "key": "\x1f".join((workspace, new.type, key)), "lookup": lookup(workspace, key), "workspace": workspace, "type": new.type,
        "name": new.name.shown, "name_key": key, "home": new.known.home, "fold": fold_key(new.name.shown), "seq": writer.seq,
        "scope": scope(workspace), "parts": " ".join(parts(new.name.shown)), "typos": slip_terms(new.slips) or None,
    }  # fmt: skip
    return {"entity": new.known.id, "properties": properties}


def _said(step: Step, writer: Writer, instants: Instants, index: Index) -> dict[str, Any]:
    """What a record says; the properties that its rows share are sent once."""
    record = step.record
    shared = {"workspace": writer.workspace, "record": record.id, "author": writer.author, **record.times.properties()}
    found_by = index.links(step)
    edges = [
        {
            "source": e.source,
            "target": e.target,
            "relation": e.type.upper(),
            "own": _own(e.properties(writer.workspace), shared) | found_by[e.id],
        }
        for e in record.edges
        if not e.parked
    ]
    parked = [
        {"merge": e.parked_on, "entity": e.source, "own": _own(e.properties(writer.workspace), shared) | found_by[e.id]}
        for e in record.edges
        if e.parked
    ]
    mentions = [{"entity": m.entity, "own": _own(_mention(m, step, writer), shared)} for m in record.mentions]
    return {"id": record.id, **instants.split(shared), "mentions": mentions, "edges": edges, "parked": parked}


def _own(properties: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """What a row has of its own, and null for what the others share and it has not."""
    own = {k: v for k, v in properties.items() if k not in shared or shared[k] != v}
    return own | {k: None for k in shared if k not in properties}


def _mention(mention: MentionRow, step: Step, writer: Writer) -> dict[str, Any]:
    record, place = step.record, mention.place
    return {
        "id": f"{record.id}:{mention.stated}", "workspace": writer.workspace, "record": record.id, "kind": record.kind,
        "author": writer.author, "stated": mention.stated, "name": mention.name, "description": mention.description,
        "fields": mention.fields, **({"aliases": list(mention.aliases)} if mention.aliases else {}), **record.times.properties(),
        "place_from": place.first, "place_last": place.last, "place_seq": place.seq, "place_item": place.item,
    }  # fmt: skip


def _successions(step: Step, state: State) -> Iterable[dict[str, Any]]:
    for type_, named in (("SUPERSEDES", step.item.supersedes), ("CORRECTS", step.item.corrects)):
        for old in dict.fromkeys(state.requests.get(n, n) for n in named):
            yield {"new": step.record.id, "old": old, "type": type_}


def _proposals(step: Step, writer: Writer) -> Iterable[dict[str, Any]]:
    """Pairs of names that may be one thing: proposed when the second is written, read by the radar, never joined by themselves."""
    for proposal in step.proposals:
        properties = {
            "workspace": writer.workspace,
            "score": proposal.score,
            "recorded_at": writer.clock,
            "record": step.record.id,
        }
        yield {"one": proposal.new, "other": proposal.known, "properties": properties}


def _removal(entity: str, home: str, step: Step, writer: Writer) -> dict[str, Any]:
    properties = {
        "id": new_id("rmv"), "workspace": writer.workspace, "record": step.record.id, "stated": home, "author": writer.author,
        **{k: v for k, v in step.record.times.properties().items() if not k.startswith("ends")},
    }  # fmt: skip
    return {"entity": entity, "properties": properties}
