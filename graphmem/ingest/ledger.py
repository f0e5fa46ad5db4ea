"""The ledger in the graph: which documents are there, which ingest runs, how far it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from graphmem.context.recognising import FoundRow
from graphmem.ingest.documents import digest_of
from graphmem.ingest.storing import Entry, Standing, document_id
from graphmem.model.receipts import Receipt
from graphmem.model.times import shown_time
from graphmem.read.ingests import STALE
from graphmem.store import Reader, Store, Writer
from graphmem.write.acts import store_act
from graphmem.write.erase import content_id, digest
from graphmem.write.forget import end_records
from graphmem.write.load import lookup

NOTHING = digest_of(b"")
"""What every empty file holds: it tells none from the other."""


def marks_of(secret: str, name: str, content: str | None) -> set[str]:
    """What the tombstones of a document of this name and of this content say."""
    known = [{"digest": content}] if content not in (None, "", NOTHING) else []
    return {digest(secret, thing) for thing in ({"name": name}, *known)}


class Ledger:
    """What the graph knows of one source of one workspace."""

    def __init__(self, store: Store, workspace: str, author: str, source: str) -> None:
        self.store, self.workspace, self.author, self.source = store, workspace, author, source
        self.taken: dict[str, str] = {}  # ids that another document has or had, with its path

    async def read(self, name: str, **asked: Any) -> list[dict[str, Any]]:
        """The rows of a statement, as of now."""

        async def look(reader: Reader) -> list[dict[str, Any]]:
            return await reader.rows(name, **asked)

        return await self.store.read(look, workspace=self.workspace, clocks=lambda clock, now: (clock, max(clock, now)))

    async def entries(self) -> dict[str, Entry]:
        """Every document of the source that was ingested, by path."""
        rows = [row["document"] for row in await self.read("ingest/ledger", source=self.source)]
        self.taken = {d["id"]: d["path"] for d in rows}
        return {d["path"]: _entry(d, self.source) for d in rows}

    def name(self, path: str) -> str:
        """The name of the document that has a path."""
        return path if path == self.source else f"{self.source}/{path}"

    def new(self, path: str) -> Entry:
        """An entry for a document that was never ingested; a renamed one keeps the id of its first name, so that id may be taken."""
        name = told = self.name(path)
        while (id_ := document_id(self.workspace, told)) in self.taken:
            told += f"\x1f{self.taken[id_]}"
        return Entry(name, path, id_, self.source)

    async def now(self, entry: Entry) -> Entry:
        """The entry as another worker may have left it meanwhile."""
        rows = await self.read("ingest/entry", document=entry.name, source=self.source)
        return _entry(rows[0]["document"], self.source) if rows else entry

    async def standing(self, entry: Entry) -> Standing:
        """What holds of an earlier version."""
        if entry.version == 0:
            return Standing()
        (row,) = await self.read("ingest/standing", document=entry.id)
        return _standing(row)

    async def types(self, keys: set[str]) -> dict[str, str]:
        """The type of each name that one entity has; a name of several is left to its usual type."""
        if not keys:
            return {}
        rows = await self.read("ingest/types", lookups=sorted(lookup(self.workspace, key) for key in keys))
        return {row["key"]: row["types"][0] for row in rows if len(row["types"]) == 1}

    async def named(self, keys: set[str]) -> list[FoundRow]:
        """The entities that have one of these keys as a name, with whose name that was before any merge."""
        lookups = sorted(lookup(self.workspace, key) for key in keys)
        rows = await self.read("read/recognise", lookups=lookups, folds=[], words=[]) if lookups else []
        return [FoundRow.model_validate(row) for row in rows]

    async def erased(self, paths: Mapping[str, str]) -> dict[str, set[str]]:
        """The paths, of those with the digests of their contents, of which either was erased here, with the ids of the tombstones."""
        (bounds,) = await self.read("read/moved_secret")
        if not (paths and bounds["erasures"] and bounds["secret"]):
            return {}
        told = {path: marks_of(bounds["secret"], self.name(path), content) for path, content in paths.items()}
        first = {document_id(self.workspace, self.name(path)) for path in paths} - self.taken.keys()
        rows = await self.read("read/moved_tombstones", ids=sorted(first), digests=sorted(set[str]().union(*told.values())))
        self.taken |= {row["id"]: "" for row in rows if row["id"] in first}
        stones = {row["digest"]: {row["id"], content_id(row["id"])} for row in rows}
        found = {path: set[str]().union(*(stones.get(d, ()) for d in digests)) for path, digests in told.items()}
        return {path: ids for path, ids in found.items() if ids}

    async def invalid(self, contract: str) -> set[str]:
        """The documents with a passage that states nothing, for the answer that counts for it was marked as invalid."""
        return {row["id"] for row in await self.read("ingest/invalid", source=self.source, contract=contract)}

    async def bring_back(self, ids: list[str]) -> None:
        """Takes away the tombstones of what is ingested again: from now on it is there like anything."""
        if not ids:
            return

        async def work(writer: Writer) -> None:
            await writer.begin()
            await writer.rows("write/import_again", rows=[{"id": id_, "name": None} for id_ in sorted(ids)])

        await self.store.write(work, workspace=self.workspace, author=self.author)
        for id_ in ids:
            self.taken.pop(id_, None)

    # -- what failed, went or moved

    async def failed(self, entry: Entry, digest: str, code: str, message: str) -> None:
        """Notes that a document could not be ingested; what an earlier version stated stays."""
        properties = {
            "source": self.source, "path": entry.path, "state": "failed", "reason": f"{code}: {message}"[:1_000], "version": entry.version,
            "digest": digest,
        }  # fmt: skip

        async def work(writer: Writer) -> None:
            await writer.begin()
            before = await writer.one("ingest/document", id=entry.id, name=entry.name, properties=properties, version=None)
            writer.idle = entry.state is not None and before["state"] is None  # erased meanwhile: not even its name comes back

        await self.store.write(work, workspace=self.workspace, author=self.author)

    async def removed(self, entry: Entry, reason: str) -> Receipt:
        """Ends all that a document stated and said, for it is no longer in its source; nothing is deleted."""

        async def work(writer: Writer) -> Receipt:
            await writer.begin()
            properties = {"state": "gone", "reason": reason}
            named = {"id": entry.id, "name": entry.name}
            before = await writer.one("ingest/document", **named, properties=properties, version=None)
            if before["state"] in (None, "gone", "forgotten"):  # another worker or a person was first
                writer.idle = True
                return Receipt()
            # What stands is read under the lock: another worker may have stored a version since.
            standing = _standing(await writer.one("ingest/standing", document=entry.id))
            ids = [id_ for id_, _ in standing.records]
            act = await store_act(writer, "forget", reason, how="removed", records=ids)
            receipt = await end_records(writer, ids, act=act, how="removed")
            end = {"act": act, "how": "removed", "by": writer.author, "never_held": False}
            await writer.rows("ingest/end_chunks", ids=[*standing.chunks.values()], end=end)
            return receipt.model_copy(update={"recorded_at": shown_time(writer.clock)})

        return await self.store.write(work, workspace=self.workspace, author=self.author)

    async def moved(self, entry: Entry, path: str) -> Entry:
        """Renames a document: its id, chunks and statements stay."""
        name = self.name(path)

        async def work(writer: Writer) -> None:
            await writer.begin()
            await writer.rows("ingest/rename", id=entry.id, name=name, path=path)

        await self.store.write(work, workspace=self.workspace, author=self.author)
        self.taken[entry.id] = path
        return Entry(name, path, entry.id, self.source, entry.version, entry.digest, entry.state, entry.contract, entry.title)

    # -- the job

    async def open(self, job: str, properties: Mapping[str, Any]) -> tuple[str, int]:
        """Makes the job, or says more of it; returns the state that it has, and how many others are at the source."""

        async def work(writer: Writer) -> tuple[str, int]:
            await writer.begin()
            opened = await writer.one("ingest/job_open", id=job, properties=dict(properties), stale=STALE)
            return opened["state"], opened["others"]

        return await self.store.write(work, workspace=self.workspace, author=self.author)

    async def step(self, job: str, **properties: Any) -> str:
        """Says how far the job is; returns the state that it has, which somebody may have made `cancelled`."""

        async def work(writer: Writer) -> str:
            (row,) = await writer.rows("ingest/job_step", id=job, properties=properties)
            return str(row["state"])

        return await self.store.write(work, workspace=self.workspace, author=self.author)


def _standing(row: Mapping[str, Any]) -> Standing:
    return Standing({c["digest"]: c["id"] for c in row["chunks"]}, [(r["id"], r["chunk"]) for r in row["records"]])


def _entry(row: Mapping[str, Any], source: str) -> Entry:
    return Entry(
        row["name"], row["path"], row["id"], source, row["version"], row["digest"], row["state"], row["contract"], row["title"]
    )  # fmt: skip
