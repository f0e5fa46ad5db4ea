"""The one door to the database: a request is one managed transaction, read or write, of one workspace."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from graphmem.errors import WorkspaceNotFound
from graphmem.model.base import Model
from graphmem.model.ontology import DEFAULT, Ontology
from graphmem.store.analytics import Analytics
from graphmem.store.driver import (
    AsyncDriver,
    AsyncGraphDatabase,
    AsyncManagedTransaction,
    AsyncSession,
    ConstraintError,
    Record,
    mapped,
    neo4j,
    plain,
    through,
    unit_of_work,
    values_of,
)
from graphmem.store.ontologies import Ontologies
from graphmem.store.statements import Statement, statement
from graphmem.tracing import span

if TYPE_CHECKING:
    from graphmem.embed import Embedding
    from graphmem.language_model import LanguageModel
    from graphmem.store.services import Service

T = TypeVar("T")
M = TypeVar("M", bound=Model)

READ_TIMEOUT = 30.0  # seconds a question may take in the database
WRITE_TIMEOUT = 120.0

THROUGH = ("as_of", "valid_at")
"""The instants that a reading asks for with all of their microsecond."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What EXPLAIN says of a statement: its columns, its kind (`r`, `rw`, `w`, `s`) and its operators."""

    columns: tuple[str, ...]
    kind: str
    operators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two instants a reading is made at: `as_of` on the recorded clock, `valid_at` on the valid one."""

    as_of: datetime
    valid_at: datetime


class _Undo(Exception):
    """Ends a transaction without a commit and carries what the work found (dry runs, and work with nothing to write)."""

    def __init__(self, result: Any) -> None:
        self.result = result


class Transaction:
    """Runs statements by name inside one transaction; rows come out as plain values by column name."""

    def __init__(self, tx: AsyncManagedTransaction, workspace: str) -> None:
        self._tx, self.workspace, self.trips = tx, workspace, 0

    async def rows(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """The rows of statement `name`; `workspace` and the clocks are added where the statement asks for them."""
        found = statement(name)
        self.trips += 1
        with span(name, mode=found.mode):
            result = await self._tx.run(found.sent, found.given(self._params(found, params)))
            return [_plain(record) async for record in result]

    async def one(self, name: str, /, **params: Any) -> dict[str, Any]:
        """The single row of statement `name`."""
        return (await self.rows(name, **params))[0]

    def _params(self, found: Statement, params: dict[str, Any]) -> dict[str, Any]:
        given = {**self._own(), **params}
        return {name: given[name] for name in found.params}

    def _own(self) -> dict[str, Any]:
        return {"workspace": self.workspace}


class Reader(Transaction):
    """One read transaction of one workspace at one pair of clocks."""

    def __init__(self, tx: AsyncManagedTransaction, workspace: str, clocks: Clocks, slot: str | None = None) -> None:
        super().__init__(tx, workspace)
        self.clocks = clocks
        self.slot = slot
        """Which of the two places of ranks on an entity holds those of the current run; None before the first one."""
        self.ontology: Ontology = DEFAULT

    def _own(self) -> dict[str, Any]:
        return {
            "workspace": self.workspace, "as_of": self.clocks.as_of, "valid_at": self.clocks.valid_at, "slot": self.slot
        }  # fmt: skip

    def _params(self, found: Statement, params: dict[str, Any]) -> dict[str, Any]:
        """Times are compared at the grain of the microsecond, whatever another tool stored: an instant means all of it."""
        given = super()._params(found, params)
        return given | {name: through(given[name]) for name in THROUGH if isinstance(given.get(name), datetime)}

    async def rows(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """The rows of statement `name`, which come in one message."""
        found = statement(name)
        self.trips += 1
        with span(name, mode=found.mode):
            result = await self._tx.run(found.packed, found.given(self._params(found, params)))
            record = await result.single(strict=True)
        ((_, rows),) = values_of(record)
        found_rows: list[dict[str, Any]] = plain(rows)
        return found_rows

    async def models(self, name: str, row: type[M], /, **params: Any) -> list[M]:
        """The rows of statement `name`, each as a `row`, whose fields are the statement's columns."""
        return [row.model_validate(r) for r in await self.rows(name, **params)]


class Writer(Transaction):
    """One write transaction: it holds the lock of its workspace, and `clock` and `seq` stamp all that it writes."""

    def __init__(
        self, tx: AsyncManagedTransaction, workspace: str, author: str, now: datetime | None, embedding: Embedding | None,
        ontologies: Ontologies,
    ) -> None:  # fmt: skip
        super().__init__(tx, workspace)
        self.author, self._now, self.embedding, self._ontologies = author, now, embedding, ontologies
        self.ontology = ontologies.of(workspace)
        self.untold: set[str] = set()  # entities whose words changed here: their vectors are made after the commit
        self.idle = False  # set by work that found nothing to write: not even the clock moves then
        self.clock: datetime
        self.seq: int

    def _own(self) -> dict[str, Any]:
        own: dict[str, Any] = {"workspace": self.workspace, "author": self.author, "now": self._now}
        if hasattr(self, "clock"):
            own |= {"clock": self.clock, "seq": self.seq, "as_of": self.clock, "valid_at": self.clock}
        return own

    async def begin(self, **params: Any) -> dict[str, Any]:
        """Locks the workspace and moves its clock, before anything that will change is read."""
        rows = await self.rows("write/begin", **{"lookups": [], "ids": [], "folds": [], "requests": [], **params})
        if not rows:
            raise WorkspaceNotFound(self.workspace)
        self.clock, self.seq = rows[0]["clock"], rows[0]["seq"]
        self.ontology = await self._ontologies.standing(self, rows[0]["ontology"])
        return rows[0]


class Store:
    """A connection to one database; it belongs to the event loop that opened it."""

    warns = False  # tests alone set it: what the server remarks about a statement becomes a Python warning

    def __init__(self, driver: AsyncDriver, database: str, analytics: Analytics) -> None:
        self._driver, self._database, self.analytics = driver, database, analytics
        self.embedding: Embedding | None = None  # which vectors the store keeps; None where it was opened for something else
        self.model: LanguageModel | None = None  # what writes queries and prose, where one is set
        self.ontologies = Ontologies()
        self.ingest_root: Path | None = None  # below which agents and remote clients may ingest
        self.ingest_log = True  # whether raw answers of the model are kept
        self.services: Mapping[str, Service] = {}  # what documents can be fetched from
        self.ingest_merge = True  # whether an ingest merges what is surely one
        self.wikis: Path | None = None  # where it is noted which wikis this machine holds
        self.asking = asyncio.Semaphore(3)  # statements of models that run at one time
        self._now: datetime | None = None  # tests alone set it: the real time that the next writes see
        self.jobs: dict[str, asyncio.Task[None]] = {}  # what goes on behind the answers; closing ends it
        self.rules_budget = 2_000  # tokens that the standing rules of a workspace may cost
        self.consolidate_every = 24.0  # hours after which the corrections of a workspace are due again; 0 for never
        self.lasting = True  # whether this connection stays open long enough for such jobs

    @classmethod
    async def connect(cls, uri: str, user: str, password: str, database: str = "neo4j") -> Store:
        """Opens a connection pool and proves that the database answers; raises `DatabaseUnavailable`."""
        severity = neo4j.NotificationMinimumSeverity.WARNING if cls.warns else neo4j.NotificationMinimumSeverity.OFF
        driver = AsyncGraphDatabase.driver(
            uri,
            auth=(user, password),
            notifications_min_severity=severity,
            warn_notification_severity=severity,
            telemetry_disabled=True,
        )
        try:
            with mapped():
                await driver.verify_connectivity()
        except BaseException:
            await driver.close()
            raise
        return cls(driver, database, Analytics(uri, user, password, database))

    def at(self, now: datetime) -> Store:
        """The same connection, whose writes see `now` as the real time; only the import of a story uses it."""
        told = copy(self)
        told._now = now
        return told

    async def close(self) -> None:
        """Closes the pool; closing twice is no error."""
        jobs = [*self.jobs.values()]
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
        if self.model is not None:
            await self.model.close()
        await self.analytics.close()
        await self._driver.close()

    async def read(
        self,
        work: Callable[[Reader], Awaitable[T]],
        *,
        workspace: str,
        clocks: Callable[[datetime, datetime], tuple[datetime, datetime]],
    ) -> T:
        """Runs `work` in one read transaction; `clocks` turns the workspace's clock and the database's now into the two instants."""

        @unit_of_work(timeout=READ_TIMEOUT)
        async def transaction(tx: AsyncManagedTransaction) -> T:
            opening = await Transaction(tx, workspace).rows("read/clock")
            if not opening:
                raise WorkspaceNotFound(workspace)
            at = Clocks(*clocks(opening[0]["clock"], self._now or opening[0]["now"]))
            # Ranks of a run that was made later are nothing that this reading can know.
            ranked_at = opening[0]["ranked_at"]
            known = ranked_at is not None and ranked_at <= at.as_of
            reader = Reader(tx, workspace, at, opening[0]["ranked"] if known else None)
            reader.ontology = await self.ontologies.standing(reader, opening[0]["ontology"])
            return await work(reader)

        with mapped():
            async with self._session(neo4j.READ_ACCESS) as session:
                return await session.execute_read(transaction)

    async def know(self, workspace: str) -> Ontology:
        """The ontology of the workspace as it stands: what is prepared outside a transaction goes by it."""

        async def look(reader: Reader) -> Ontology:
            return reader.ontology

        return await self.read(look, workspace=workspace, clocks=lambda clock, now: (clock, max(clock, now)))

    async def write(self, work: Callable[[Writer], Awaitable[T]], *, workspace: str, author: str, dry_run: bool = False) -> T:
        """Runs `work` in one write transaction, which may be retried; a dry run is rolled back after the work."""

        @unit_of_work(timeout=WRITE_TIMEOUT)
        async def transaction(tx: AsyncManagedTransaction) -> T:
            writer = Writer(tx, workspace, author, self._now, self.embedding, self.ontologies)
            result = await work(writer)
            if dry_run or writer.idle:
                raise _Undo(result)
            return result

        with mapped():
            try:
                return await self._commit(transaction)
            except ConstraintError:  # another writer made the same thing first: what it made is found the second time
                return await self._commit(transaction)
            except _Undo as undone:
                return undone.result  # type: ignore[no-any-return]

    async def _commit(self, transaction: Callable[[AsyncManagedTransaction], Awaitable[T]]) -> T:
        async with self._session(neo4j.WRITE_ACCESS) as session:
            return await session.execute_write(transaction)

    async def look(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        """The rows of a statement that belongs to no workspace (the list of workspaces, the schema)."""
        found = statement(name)

        async def transaction(tx: AsyncManagedTransaction) -> list[dict[str, Any]]:
            result = await tx.run(found.sent, found.given(params))
            return [_plain(record) async for record in result]

        with mapped():
            async with self._session(neo4j.WRITE_ACCESS if found.mode == "write" else neo4j.READ_ACCESS) as session:
                if found.mode == "write":
                    return await session.execute_write(transaction)
                return await session.execute_read(transaction)

    async def command(self, text: str) -> list[dict[str, Any]]:
        """Runs one schema command in a transaction of its own, never retried; only migrations and `doctor` use it."""
        with mapped():
            async with self._session(neo4j.WRITE_ACCESS) as session:
                result = await session.run(text)
                return [_plain(record) async for record in result]

    async def commands(self, texts: Sequence[str]) -> None:
        """Runs schema commands in one transaction, all of them or none: each alone costs a commit and what the server does after it."""
        with mapped():
            async with self._session(neo4j.WRITE_ACCESS) as session, await session.begin_transaction() as transaction:
                for text in texts:
                    await (await transaction.run(text)).consume()

    async def explain(self, name: str) -> Plan:
        """What the server says of a statement without running it."""
        found = statement(name)
        with mapped():
            async with self._session(neo4j.READ_ACCESS) as session:
                result = await session.run("EXPLAIN " + found.sent, found.given(dict.fromkeys(found.params)))
                columns, summary = tuple(result.keys()), await result.consume()
        return Plan(columns, summary.query_type or "", tuple(_operators(summary.plan)))

    def _session(self, mode: str) -> AsyncSession:
        manager = self._driver.execute_query_bookmark_manager
        return self._driver.session(database=self._database, default_access_mode=mode, bookmark_manager=manager)


def _plain(record: Record) -> dict[str, Any]:
    return {key: plain(value) for key, value in values_of(record)}


def _operators(plan: Any) -> Sequence[str]:
    if not plan:
        return []
    return [plan["operatorType"].split("@")[0], *(o for child in plan.get("children", []) for o in _operators(child))]
