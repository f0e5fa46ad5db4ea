"""Keeps words and vectors right where only the memory knows them: after an edit, a merge, an erasure, an import.

The words change in the transaction that changes what they tell of. Vectors take a model, which has no place in a transaction:
they go there, and come back right after the commit; what a failing model leaves without stays marked, and `reembed` fills it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from graphmem.embed.serving import Space, Vectors
from graphmem.errors import GraphmemError
from graphmem.model import lexical as words
from graphmem.model.receipts import Warned
from graphmem.store import Reader, Store, Writer
from graphmem.store.fulltext import scope
from graphmem.write.pieces import embedded, piece_lexical, said_of

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


async def fill(
    store: Store, workspace: str, entities: Collection[str], records: Collection[str] = (), work: Collection[str] = ()
) -> tuple[Warned, ...]:
    """Embeds what a transaction left without vectors: entities and work by id, links by their records; warns where it cannot.

    The transaction has been committed, so nothing that fails here is an error of the request.
    """
    if store.embedding is None or not (entities or records or work):
        return ()
    filling = Filling(store, workspace, store.embedding.spaces)
    try:
        for at in range(0, len(entities), BATCH):
            await filling.entities(sorted(entities)[at : at + BATCH])
        for at in range(0, len(records), BATCH):
            await filling.links(sorted(records)[at : at + BATCH])
        if work:
            await filling.work(sorted(work))
    except GraphmemError as error:  # the workspace may be gone by now, or the database
        filling.failure = str(error)
    return not_embedded(filling.failure)


def not_embedded(failure: str | None) -> tuple[Warned, ...]:
    """A warning when the embedder failed: what was stored is found by its words, and by its meaning after `reembed`."""
    if failure is None:
        return ()
    message = f"stored without vectors: {failure}; run `graphmem reembed` when the embedder answers"
    return (Warned(code="NOT_EMBEDDED", message=message),)


class Filling:
    """Gives things of one workspace the words, terms and vectors that they lack, some hundreds at a time.

    Each batch is a transaction of its own, which moves no clock: what is said stays as it was.
    """

    def __init__(self, store: Store, workspace: str, spaces: Sequence[Space]) -> None:
        self._store, self._workspace, self._spaces = store, workspace, spaces
        self.failure: str | None = None

    @property
    def properties(self) -> list[str]:
        return [space.property for space in self._spaces]

    async def things(self, kind: str, ids: list[str]) -> int:
        """Fills things of one kind; how many there were."""
        if ids:
            known = {"Entity": self.entities, "Record": self.records, **dict.fromkeys(("Task", "Correction", "Rule"), self.work)}
            await known.get(kind, self.texts)(ids)
        return len(ids)

    async def entities(self, ids: list[str]) -> None:
        """By name, type and what is said of each last."""
        found = [row for row in await self._rows("write/entity_words", ids=ids) if not row["merged"]]
        await self._nodes([
            (row["id"], row["lexical"], entity_lexical(row), words.entity_text(row["name"], row["type"], row["description"]))
            for row in found
        ])  # fmt: skip

    async def records(self, ids: list[str]) -> None:
        """By what each says; its terms too."""
        found = await self._rows("write/record_words", ids=ids)
        texts = {row["record"]["id"]: words.record_text(row["record"]["kind"], row["record"]) for row in found}
        await self._nodes([
            (row["record"]["id"], row["record"].get("lexical"), record_lexical(row), texts[row["record"]["id"]]) for row in found
        ])  # fmt: skip
        await self._terms(texts)

    async def texts(self, ids: list[str]) -> None:
        """By what each says, a message by the one before it too; their terms."""
        found = [(row["text"], row["before"]) for row in await self._rows("write/text_words", ids=ids)]
        await self._nodes([
            (text["id"], text.get("lexical"), piece_lexical(embedded(text), _neighbour(text, before)), embedded(text))
            for text, before in found
        ])  # fmt: skip
        await self._terms({text["id"]: said_of(text) for text, _ in found})

    async def work(self, ids: list[str]) -> None:
        """Tasks, corrections and rules, by what each says."""
        from graphmem.work.stating import work_text

        found = await self._rows("work/words", ids=ids)
        texts = [work_text(row["kind"], row["node"]) for row in found]
        await self._nodes([
            (row["node"]["id"], row["node"].get("lexical"), words.lexical(text, *(row["node"].get("tags") or ())), text)
            for row, text in zip(found, texts, strict=True)
        ])  # fmt: skip

    async def links(self, records: list[str]) -> int:
        """The links of some records, by what each states; how many lacked a vector."""
        found = await self._rows("write/unembedded_links", records=records, properties=self.properties)
        texts = [words.link_text(row["source"], row["type"], row["target"], row["reason"]) for row in found]
        vectors = await self._vectors(texts)
        rows = [{"id": row["id"], "properties": _given(vectors, text)} for row, text in zip(found, texts, strict=True)]
        if rows:
            await self._write("write/embed_links", rows=rows)
        return len(rows)

    async def _nodes(self, things: list[tuple[str, str | None, str, str]]) -> None:
        """Id, words as they stand, words as they should be, and what is embedded."""
        vectors = await self._vectors([text for *_, text in things])
        own = {"scope": scope(self._workspace)}
        rows = [
            {"id": id_, "lexical": stands, "properties": {**own, "lexical": lexical, **_given(vectors, text)}}
            for id_, stands, lexical, text in things
        ]
        if rows:
            await self._write("write/embed_nodes", rows=rows)

    async def _vectors(self, texts: list[str]) -> Vectors:
        vectors = await self._store.embedding.vectors(texts, self._spaces) if self._store.embedding else Vectors()
        self.failure = vectors.failure or self.failure
        return vectors

    async def _terms(self, texts: Mapping[str, str]) -> None:
        rows = [{"id": id_, "stems": words.stems(text)} for id_, text in sorted(texts.items())]
        if rows:
            await self._write("write/join_terms", rows=rows, scope=scope(self._workspace), most=words.MOST_TERMS)

    async def _rows(self, name: str, **asked: Any) -> list[dict[str, Any]]:
        async def look(reader: Reader) -> list[dict[str, Any]]:
            return await reader.rows(name, **asked)

        return await self._store.read(look, workspace=self._workspace, clocks=lambda clock, now: (clock, max(clock, now)))

    async def _write(self, name: str, **given: Any) -> None:
        async def work(writer: Writer) -> None:
            await writer.rows(name, **given)

        await self._store.write(work, workspace=self._workspace, author="")


def _given(vectors: Vectors, text: str) -> dict[str, Any]:
    """The vectors of a text, and the mark taken away unless one is still missing."""
    return {"unembedded": None, **vectors.of(text)}


def _neighbour(text: Mapping[str, Any], before: Mapping[str, Any] | None) -> str | None:
    return said_of(before) if before and before["part"] == text.get("part") else None
