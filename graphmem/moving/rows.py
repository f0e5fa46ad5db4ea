"""From stored rows to the lines of an export, each as it was known at the cut."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from graphmem.errors import BrokenInvariant
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.moving.instants import TIMES, Cut, at_cut, ends_of, known_end, normal, written

Row = Mapping[str, Any]
Line = dict[str, Any]

# What the mentions and links of a record have from it unless they say otherwise.
SHARED = ("kind", "author", *TIMES)


def line(row: Row, *keys: str) -> Line:
    """These properties of a row, in this order; what the row has not is left out."""
    return {key: written(row[key]) for key in keys if row.get(key) is not None}


def undoable(row: Row, cut: Cut, *keys: str) -> Line:
    """A row that can be undone; what was undone after the cut still stands in the file."""
    undone = ("undone_at", "undone_by", "undone_reason")
    stood = row.get("undone_at") is None or row["undone_at"] > cut.clock
    return line(row, *keys) if stood else line(row, *keys, *undone)


def times(row: Row, cut: Cut) -> Line:
    """The times of a row, an open end null, and the ends known at the cut."""
    try:
        ends = at_cut(ends_of(row), cut)
    except ValueError as error:
        raise BrokenInvariant(f"The ends of {row.get('id')!r} are lists of unequal length; see `graphmem doctor`.") from error
    valid_to, ended_at = known_end(normal(row["stated_to"]), normal(row["recorded_at"]), ends)
    known = {**row, "valid_to": valid_to, "ended_at": ended_at}
    told: Line = {key: written(known.get(key)) for key in TIMES}
    if ends:
        told["ends"] = [
            {"valid_to": written(e.valid_to), "learned": written(e.learned), "undone": written(e.undone), "act": e.act,
             "how": e.how, "by": e.by}
            for e in ends
        ]  # fmt: skip
    return told


def entity(row: Row, cut: Cut) -> Line:
    """An entity with its spellings, by key."""
    names = sorted((n for n in row["names"] if n["seq"] <= cut.seq), key=lambda n: str(n["key"]))
    return line(row["entity"], "id", "name", "type", "recorded_at", "seq") | {
        "names": [line(n, "name", "type", "seq") for n in names]
    }


def record(row: Row, cut: Cut, standing: Collection[str]) -> Line:
    """A record with all it said; `standing` are the merges that stood at the cut."""
    own = row["record"]
    kind = KIND_BY_NAME.get(own["kind"])
    if kind is None:
        raise BrokenInvariant(f"The record {own['id']!r} has the unknown kind {own['kind']!r}; see `graphmem doctor`.")
    told = line(own, "id", "kind", "title", "author", "session", "on_behalf_of", "text", "lacks")
    told["content"] = line(own, *kind.stored)
    told |= times(own, cut) | line(own, "ended_records", "ended_edges")
    for key, type_ in (("supersedes", "SUPERSEDES"), ("corrects", "CORRECTS")):
        if named := sorted(n["old"] for n in row["named"] if n["type"] == type_):
            told[key] = named
    if row["files"]:
        told["files"] = sorted((line(f, "path", "lines", "commit") for f in row["files"]), key=_file_order)
    told["mentions"] = [_apart(told, mention(m, cut)) for m in _by_id(row["mentions"])]
    told["relations"] = [_apart(told, relation(r, cut, standing)) for r in _by_id(row["relations"])]
    return told


def _apart(record: Line, row: Line) -> Line:
    """What a mention or a link does not share with its record: nearly all times are the record's, and are written once."""
    shared = {key: record.get(key) for key in (*SHARED, "ends")}
    own = {key: value for key, value in row.items() if key not in shared or value != shared[key]}
    return own if row.get("ends") or not shared["ends"] else own | {"ends": []}


def mention(row: Row, cut: Cut) -> Line:
    """What is said of one entity."""
    return line(row, "id", "kind", "stated", "name", "author", "description", "fields", "aliases", "unset") | times(row, cut)


def relation(row: Row, cut: Cut, standing: Collection[str]) -> Line:
    """One assertion of a link, by the entities that its names belonged to when stated."""
    ends = {"source": row["stated_source"], "target": row["stated_target"]}
    told = line(row, "id", "type") | ends | line(row, "reason", "author", "semantic")
    if row.get("parked_on") in standing:
        told["parked_on"] = row["parked_on"]
    return told | times(row, cut)


def _by_id(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda r: str(r["id"]))


def _file_order(file: Line) -> tuple[str, str, str]:
    return file["path"], file.get("lines", ""), file.get("commit", "")
