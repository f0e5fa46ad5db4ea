"""Export: everything of one workspace as JSON lines, as it was at one committed instant; memory use does not grow with it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import IO, Any, BinaryIO

from graphmem.errors import InvalidArgument, StoreError
from graphmem.model.times import OPEN
from graphmem.moving import passages, rows, work_rows
from graphmem.moving.instants import Cut, written
from graphmem.moving.lines import NOT_INCLUDED, Envelope
from graphmem.moving.progress import Progress
from graphmem.moving.work import WORK_KINDS
from graphmem.store import Reader, Store

PAGE = 1000
DETAILS = 200  # records read at once with all they said
ATTEMPTS = 3

Line = tuple[str, rows.Line]


async def export(store: Store, workspace: str, target: Path | BinaryIO, *, report: Progress | None = None) -> Envelope:
    """Writes everything of a workspace to a file, which appears whole or not at all, or to a binary stream.

    Raises `WorkspaceNotFound`, and `InvalidArgument` when an import into the workspace has not finished.
    """
    with tempfile.TemporaryFile(dir=target.parent if isinstance(target, Path) else None) as body:
        envelope = await _body(_Export(store, workspace, report), body)
        body.seek(0)
        if isinstance(target, Path):
            with _appearing(target) as out:
                _copy(envelope, body, out)
        else:
            _copy(envelope, body, target)
    return envelope


async def _body(source: _Export, body: IO[bytes]) -> Envelope:
    """Writes the lines; begins again when something happened meanwhile that the cut cannot leave out."""
    for _ in range(ATTEMPTS):
        body.seek(0)
        body.truncate()
        envelope = await source.write(body)
        if not await source.shifted():
            return envelope
    raise StoreError("The workspace is being erased from, retyped or imported into all the time; export it when that is done.")


def _copy(envelope: Envelope, body: IO[bytes], out: IO[bytes]) -> None:
    head = {k: written(v) for k, v in envelope}
    out.write(_json(head))
    shutil.copyfileobj(body, out)
    out.flush()


@contextmanager
def _appearing(target: Path) -> Any:
    """A file that only its owner can read and that takes the name `target` once it is whole."""
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            yield out
            os.fsync(out.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def _json(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


class _Export:
    """One reading of a workspace, section after section, page after page."""

    def __init__(self, store: Store, workspace: str, report: Progress | None) -> None:
        self._store, self._workspace, self._report = store, workspace, report
        self._cut = Cut(OPEN, 0)
        self._standing: set[str] = set()

    async def write(self, out: IO[bytes]) -> Envelope:
        """Writes every line but the first, and returns the first."""
        opening = (await self._rows("read/export_opening"))[0]
        if opening["unfinished"]:
            raise InvalidArgument("workspace", "an import into it has not finished; run that import again first")
        self._cut, self._standing = Cut(opening["clock"], opening["seq"]), set()
        counts: dict[str, int] = {}
        done = 0
        async for kind, line in self._lines(opening):
            out.write(_json({kind: line}))
            counts[kind] = counts.get(kind, 0) + 1
            done += 1
            if self._report and done % PAGE == 0:
                self._report(kind, done, None)
        return Envelope(
            version=version("graphmem"), workspace=self._workspace, clock=written(self._cut.clock),
            seq=self._cut.seq, counts=counts, not_included=NOT_INCLUDED,
        )  # fmt: skip

    async def shifted(self) -> bool:
        """Whether something happened since the cut that has no clock, so that the lines may not fit together."""
        return bool((await self._rows("read/export_shifted", seq=self._cut.seq))[0]["shifted"])

    async def _rows(self, name: str, **params: Any) -> list[dict[str, Any]]:
        async def work(reader: Reader) -> list[dict[str, Any]]:
            return await reader.rows(name, **params)

        return await self._store.read(work, workspace=self._workspace, clocks=lambda clock, now: (clock, now))

    async def _pages(self, name: str, limit: int = PAGE, **start: Any) -> AsyncIterator[list[dict[str, Any]]]:
        """The pages of a statement; each column that `start` names as after_… is where the next page begins."""
        while page := await self._rows(name, **start, limit=limit):
            yield page
            if len(page) < limit:
                return
            start |= {key: page[-1][key.removeprefix("after_")] for key in start if key.startswith("after_")}

    async def _lines(self, opening: rows.Row) -> AsyncIterator[Line]:
        cut = self._cut
        yield "workspace", rows.line(opening, "author", "secret")
        for line in await self._ontologies():
            yield "ontology", line
        async for node in self._nodes("Tombstone"):
            yield "tombstone", rows.line(node, "id", "kind", "digest", "author", "seq", "recorded_at")
        async for line in self._sessions():
            yield "session", line
        for holder, text in (("document", "chunk"), ("conversation", "message")):
            async for line in self._holders(holder):
                yield holder, line
            async for line in self._texts(text):
                yield text, line
        async for line in self._entities():
            yield "entity", line
        async for node in self._nodes("Merge"):
            line = rows.undoable(node, cut, "id", "loser", "survivor", "author", "reason", "how", "seq", "recorded_at")
            self._standing |= {node["id"]} if "undone_at" not in line else set()
            yield "merge", line
        async for line in self._records():
            yield "record", line
        async for line in self._descriptions():
            yield "description", line
        async for node in self._nodes("Removal"):
            yield "removal", rows.line(node, "id", "record", "stated", "author") | rows.times(node, cut)
        async for pair in self._pairs():
            yield pair
        async for node in self._nodes("Dismissal"):
            keys = ("id", "key", "kind", "one", "other", "author", "reason", "seq", "recorded_at")
            yield "dismissal", rows.undoable(node, cut, *keys)
        async for node in self._nodes("Act"):
            yield (
                "act",
                rows.line(
                    node,
                    "id",
                    "kind",
                    "author",
                    "reason",
                    "how",
                    "records",
                    "target",
                    "undone",
                    "old",
                    "new",
                    "seq",
                    "recorded_at",
                ),
            )
        async for node in self._nodes("Card"):
            yield "card", rows.line(node, "id", "kind", "text", "version", "author", "reason", "seq", "recorded_at")
        async for node in self._nodes("Extraction"):
            yield "extraction", _extraction(node, cut)
        for kind in WORK_KINDS:
            async for line in self._work(kind):
                yield kind, line
        async for line in self._requests():
            yield "request", line

    async def _ontologies(self) -> list[rows.Line]:
        found = [row["ontology"] for row in await self._rows("read/moved_ontology")]
        keys = ("id", "version", "body", "author", "reason", "seq", "recorded_at")
        return [rows.line(own, *keys) for own in found if own["seq"] <= self._cut.seq]

    async def _nodes(self, label: str) -> AsyncIterator[rows.Row]:
        """Nodes that stand for themselves, in order of statement."""
        async for page in self._pages("read/export_nodes", label=label, after_seq=-1, after_id="", seq=self._cut.seq):
            for row in page:
                yield row["node"]

    async def _sessions(self) -> AsyncIterator[rows.Line]:
        start = {"prefix": f"{self._workspace}\x1f", "after": "", "clock": self._cut.clock}
        async for page in self._by_key("read/export_sessions", "id", start):
            for row in page:
                yield rows.line(row["session"], "name", "started_at")

    async def _holders(self, kind: str) -> AsyncIterator[rows.Line]:
        start = {"label": kind.capitalize(), "after": "", "seq": self._cut.seq}
        async for page in self._by_key("read/export_holders", "name", start):
            for row in page:
                yield passages.holder_line(row["holder"])

    async def _texts(self, kind: str) -> AsyncIterator[rows.Line]:
        start: dict[str, Any] = {"after_holder": "", "after_position": -1, "after_id": "", "seq": self._cut.seq}
        async for page in self._pages("read/export_texts", label=kind.capitalize(), **start):
            for row in page:
                yield passages.text_line(row["text"], self._cut)

    async def _entities(self) -> AsyncIterator[rows.Line]:
        async for page in self._pages("read/export_entities", after_name="", after_id="", seq=self._cut.seq):
            ids = [row["id"] for row in page]
            for row in await self._rows("read/moved_entities", ids=ids):
                yield rows.entity(row, self._cut)

    async def _records(self) -> AsyncIterator[rows.Line]:
        start: dict[str, Any] = {"after_seq": -1, "after_item": -1, "after_id": "", "seq": self._cut.seq}
        async for page in self._pages("read/export_records", DETAILS, **start):
            ids = [row["id"] for row in page]
            for row in await self._rows("read/moved_records", ids=ids):
                yield rows.record(row, self._cut, self._standing)

    async def _work(self, kind: str) -> AsyncIterator[rows.Line]:
        start: dict[str, Any] = {"after_seq": -1, "after_id": "", "seq": self._cut.seq}
        async for page in self._pages("work/export_nodes", DETAILS, label=work_rows.LABELS[kind], **start):
            ids = [row["id"] for row in page]
            for row in await self._rows(f"work/moved_{kind}", ids=ids):
                yield work_rows.LINES[kind](row, self._cut)

    async def _descriptions(self) -> AsyncIterator[rows.Line]:
        async for node in self._nodes("Description"):
            said = await self._rows("read/moved_descriptions", ids=[node["id"]])
            mention = {"mention": rows.mention(said[0]["mention"], self._cut)} if said else {}
            yield rows.line(node, "id", "author", "seq", "recorded_at") | mention

    async def _pairs(self) -> AsyncIterator[Line]:
        """Marks of difference first, then proposals: two readings of the entities, for neither is kept in memory."""
        for kind, column in (("difference", "differences"), ("proposal", "proposals")):
            start: dict[str, Any] = {"after_name": "", "after_id": "", "seq": self._cut.seq, "clock": self._cut.clock}
            async for page in self._pages("read/export_pairs", **start):
                for pair in (p for row in page for p in sorted(row[column], key=_pair_order)):
                    keys = ("id", "one", "other", "author", "reason", "seq", "record", "score", "recorded_at")
                    yield kind, rows.line(pair, *keys)

    async def _requests(self) -> AsyncIterator[rows.Line]:
        start = {"prefix": f"{self._workspace}\x1f", "after": "", "seq": self._cut.seq}
        async for page in self._by_key("read/export_requests", "key", start):
            for row in page:
                keys = ("author", "request_id", "body", "receipt", "erased", "seq", "recorded_at")
                yield rows.line(row["request"], *keys)

    async def _by_key(self, name: str, column: str, start: dict[str, Any]) -> AsyncIterator[list[dict[str, Any]]]:
        """The pages of a statement that goes by one key of a workspace."""
        while page := await self._rows(name, **start, limit=PAGE):
            yield page
            start["after"] = page[-1][column]


def _extraction(node: rows.Row, cut: Cut) -> rows.Line:
    """A raw answer of a model; by what act it was marked as invalid belongs to the mark."""
    keys = ("id", "document", "chunk", "digest", "contract", "raw", "reason", "at", "author", "item", "seq", "recorded_at")
    line = rows.undoable(node, cut, *keys)
    return {**line, "act": node["act"]} if "undone_at" in line else line


def _pair_order(pair: rows.Row) -> tuple[str, ...]:
    return str(pair["other"]), str(pair.get("record", "")), str(pair.get("id", "")), str(pair["recorded_at"])
