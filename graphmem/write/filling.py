"""Keeps words and vectors right where only the memory knows them: after an edit, a merge, an erasure, an import.

The words change in the transaction that changes what they tell of. Vectors take a model, which has no place in a transaction:
they go there, and come back right after the commit; what a failing model leaves without stays marked, and `reembed` fills it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from graphmem.embed.serving import Vectors
from graphmem.model import lexical as words
from graphmem.store import Reader, Store, Writer
from graphmem.store.fulltext import scope

BATCH = 200
NO_VECTORS: dict[str, Any] = {"vector_a": None, "vector_b": None}


async def retell(writer: Writer, ids: Iterable[str]) -> None:
    """Makes the words of entities anew from what is said of them now, and marks for `fill` those that changed."""
    wanted = sorted(ids)
    if not wanted:
        return
    rows = []
    for row in await writer.rows("write/entity_words", ids=wanted):
        lexical = None if row["merged"] else entity_lexical(row)
        if lexical != row["lexical"]:
            marked = {"scope": None if row["merged"] else scope(writer.workspace), "unembedded": None if row["merged"] else True}
            rows.append({"id": row["id"], "properties": {"lexical": lexical, **NO_VECTORS, **marked}})
    if rows:
        await writer.rows("write/retell", rows=rows)
        writer.untold |= {row["id"] for row in rows}


async def retell_records(writer: Writer, ids: Iterable[str]) -> None:
    """Makes the words of records anew from what they say now: their own texts, the names they use, the reasons of their links."""
    wanted = sorted(ids)
    for at in range(0, len(wanted), BATCH):
        found = await writer.rows("write/record_words", ids=wanted[at : at + BATCH])
        await writer.rows(
            "write/reword_records", rows=[{"id": row["record"]["id"], "lexical": record_lexical(row)} for row in found]
        )


def record_lexical(row: Mapping[str, Any]) -> str:
    """The words of a record, from a row of `write/record_words`."""
    record = row["record"]
    names = (name for said in row["named"] for name in (said["name"], *(said["aliases"] or ())))
    return words.lexical(words.record_text(record["kind"], record), *dict.fromkeys(names), *dict.fromkeys(row["reasons"]))


def entity_lexical(row: Mapping[str, Any]) -> str:
    """The words of an entity, from a row of `write/entity_words`."""
    values: dict[str, Any] = {}
    for fields in row["fields"]:
        values |= json.loads(fields)
    return words.entity_lexical(row["names"] or [row["name"]], row["type"], row["description"], values.values())


async def fill(store: Store, workspace: str, entities: Collection[str], records: Collection[str] = ()) -> None:
    """Embeds what a transaction left without vectors: entities by id, and links by their records."""
    if store.embedding is None or not (entities or records):
        return
    ids = sorted(entities)
    for at in range(0, len(ids), BATCH):
        await _fill(store, workspace, "write/entity_words", "write/embed_entities", _entity_text, ids=ids[at : at + BATCH])
    named = sorted(records)
    for at in range(0, len(named), BATCH):
        await _fill(store, workspace, "write/unembedded_links", "write/embed_links", _link_text, records=named[at : at + BATCH])


def _entity_text(row: Mapping[str, Any]) -> str:
    return "" if row["merged"] else words.entity_text(row["name"], row["type"], row["description"])


def _link_text(row: Mapping[str, Any]) -> str:
    return words.link_text(row["source"], row["type"], row["target"], row["reason"])


async def _fill(
    store: Store, workspace: str, found_by: str, stored_by: str, text: Callable[[Mapping[str, Any]], str], **asked: Any
) -> None:
    async def look(reader: Reader) -> list[dict[str, Any]]:
        return await reader.rows(found_by, **asked)

    found = await store.read(look, workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now)))
    texts = [(row, said) for row in found if (said := text(row))]
    if texts and store.embedding is not None:
        vectors = await store.embedding.vectors(said for _, said in texts)
        await store_vectors(store, workspace, stored_by, [vector_row(row, vectors, said) for row, said in texts])


def vector_row(row: Mapping[str, Any], vectors: Vectors, text: str) -> dict[str, Any]:
    """What is stored: the vectors, and whether one is still missing."""
    return {"id": row["id"], "lexical": row.get("lexical"), "properties": {"unembedded": None, **vectors.of(text)}}


async def store_vectors(store: Store, workspace: str, statement: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Stores vectors in a transaction of its own, which moves no clock: what is said stays as it was."""

    async def work(writer: Writer) -> None:
        await writer.rows(statement, rows=list(rows))

    await store.write(work, workspace=workspace, author="")
