"""Ingests behind the answer: the job is told at once, goes on while the memory is open, and never says that it runs when it does not."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from graphmem.errors import GraphmemError, InvalidArgument
from graphmem.ingest.ledger import Ledger
from graphmem.ingest.running import end_of
from graphmem.model.answers.ingested import Ingested
from graphmem.store import Store
from graphmem.write.acts import Actor
from graphmem.write.items import new_id

log = logging.getLogger(__name__)
Work = Callable[[str], Awaitable[Ingested]]


async def begin(actor: Actor, source: str, path: str, work: Work) -> Ingested:
    """Begins an ingest and returns its job; raises `InvalidArgument` where this process is at the same source already."""
    store, key = actor.store, f"ingest {actor.workspace} {source}"
    _check_free(store, key, source)
    job, ledger = new_id("job"), Ledger(store, actor.workspace, actor.author, source)
    begun = {"kind": "ingest", "source": source, "path": path, "state": "running", "total": 0, "done": 0, "failed": 0}
    await ledger.open(job, begun)
    try:
        _check_free(store, key, source)
    except InvalidArgument as error:
        await ledger.step(job, **end_of(error))
        raise
    task = store.jobs[key] = asyncio.create_task(_behind(ledger, job, work), name=key)
    task.add_done_callback(lambda done: _ended(store, key, done))
    return Ingested(id=job, state="running", source=source, counts={}, seconds=0.0)


def _check_free(store: Store, key: str, source: str) -> None:
    if key in store.jobs:
        raise InvalidArgument("wait", f"{source!r} is being ingested behind an answer already; `ingests` says how far it is")


async def _behind(ledger: Ledger, job: str, work: Work) -> None:
    """Does the work; however it ends, the job says so."""
    try:
        await work(job)
    except (Exception, asyncio.CancelledError) as error:
        await asyncio.shield(ledger.step(job, **end_of(error)))
        raise


def _ended(store: Store, key: str, done: asyncio.Task[None]) -> None:
    store.jobs.pop(key, None)
    if not done.cancelled() and (error := done.exception()):
        known = isinstance(error, GraphmemError)
        log.log(logging.WARNING if known else logging.ERROR, "%s: %s", key, error, exc_info=None if known else error)
