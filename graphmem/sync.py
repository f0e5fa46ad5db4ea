"""The same memory for callers that block: each method waits for the asynchronous one of its name.

Nothing is implemented twice: one event loop in a thread of its own does the work for every thread that asks, also for one
that runs an event loop itself (a notebook, a tool inside an application).
"""

from __future__ import annotations

import asyncio
import atexit
import functools
import os
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Protocol, Self, TypeVar, cast

from graphmem import memory as asynchronous
from graphmem.access import Principal
from graphmem.access.tokens import Tokens as AsyncTokens
from graphmem.errors import InvalidArgument
from graphmem.settings import Settings
from graphmem.workspace import Workspace as AsyncWorkspace
from graphmem.write.acts import ActorKind

P = ParamSpec("P")
T = TypeVar("T")
R = TypeVar("R", covariant=True)


class _Bridge:
    """One event loop in a thread, which ends with the process after it has closed what is still open."""

    def __init__(self) -> None:
        self.open: set[asynchronous.Memory] = set()
        self._process = os.getpid()
        started: Future[None] = Future()
        # A daemon, for Python waits for other threads before it calls `stop`.
        self._thread = threading.Thread(target=lambda: asyncio.run(self._live(started)), name="graphmem.sync", daemon=True)
        self._thread.start()
        started.result()
        atexit.register(self.stop)

    async def _live(self, started: Future[None]) -> None:
        self._loop, self._stopping = asyncio.get_running_loop(), asyncio.Event()
        started.set_result(None)
        await self._stopping.wait()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """What `work` returns or raises, once the loop has done it; an interrupt cancels it."""
        if reason := self._unusable():
            work.close()
            raise InvalidArgument("memory", reason)
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def _unusable(self) -> str | None:
        """Why a call made here and now would wait for ever, if it would."""
        if self._process != os.getpid():
            return "it was opened by the process that this one was forked from; open one here"
        if self._thread is threading.current_thread():
            return "a callback of a call cannot make another blocking call"
        return None if self._thread.is_alive() else "the interpreter is shutting down; nothing can be asked any more"

    def stop(self) -> None:
        """Closes what callers left open, then ends the loop; a forked child leaves both to its parent."""
        if self._process != os.getpid():
            return
        for memory in tuple(self.open):
            self.run(memory.close())
        self._loop.call_soon_threadsafe(self._stopping.set)
        self._thread.join()


_lock = threading.Lock()
_bridge: _Bridge | None = None


def _the_bridge() -> _Bridge:
    global _bridge
    with _lock:
        _bridge = _bridge or _Bridge()
        return _bridge


def _forget() -> None:
    """In a forked child the thread is gone, and the lock may be held by a thread that is gone too."""
    global _bridge, _lock
    _bridge, _lock = None, threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class _Method(Protocol[P, R]):
    """A method, as type checkers see what `_blocking` makes."""

    def __get__(self, handle: object, owner: type | None = None) -> Callable[P, R]: ...


def _blocking(method: Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]) -> _Method[P, R]:
    """`method` for callers that block: the same name, arguments and docstring."""

    @functools.wraps(method)
    def wait(self: _Handle, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._bridge.run(method(self._handle, *args, **kwargs))

    return cast("_Method[P, R]", wait)


class _Handle:
    """An asynchronous handle and the bridge on whose loop it was opened."""

    def __init__(self, handle: Any, bridge: _Bridge) -> None:
        self._handle, self._bridge = handle, bridge


class Workspace(_Handle):
    """Everything that can be said to and asked of one workspace, by one author; every call waits for its answer."""

    _handle: AsyncWorkspace

    @property
    def name(self) -> str:
        """The workspace."""
        return self._handle.name

    @property
    def author(self) -> str:
        """Who states what is remembered through this handle."""
        return self._handle.author

    @property
    def session(self) -> str | None:
        """The piece of work that what is remembered belongs to."""
        return self._handle.session

    @property
    def kind(self) -> ActorKind:
        """Whether a person or an agent speaks."""
        return self._handle.kind

    # -- acts

    remember = _blocking(AsyncWorkspace.remember)
    describe = _blocking(AsyncWorkspace.describe)
    forget = _blocking(AsyncWorkspace.forget)
    reinstate = _blocking(AsyncWorkspace.reinstate)
    merge = _blocking(AsyncWorkspace.merge)
    unmerge = _blocking(AsyncWorkspace.unmerge)
    mark_different = _blocking(AsyncWorkspace.mark_different)
    retype = _blocking(AsyncWorkspace.retype)
    dismiss = _blocking(AsyncWorkspace.dismiss)
    undismiss = _blocking(AsyncWorkspace.undismiss)
    card = _blocking(AsyncWorkspace.card)
    erase = _blocking(AsyncWorkspace.erase)
    add_texts = _blocking(AsyncWorkspace.add_texts)
    add_messages = _blocking(AsyncWorkspace.add_messages)
    ingest = _blocking(AsyncWorkspace.ingest)
    cancel_ingest = _blocking(AsyncWorkspace.cancel_ingest)
    invalidate_extraction = _blocking(AsyncWorkspace.invalidate_extraction)
    replay_extractions = _blocking(AsyncWorkspace.replay_extractions)

    # -- work

    record_task = _blocking(AsyncWorkspace.record_task)
    correct = _blocking(AsyncWorkspace.correct)
    promote = _blocking(AsyncWorkspace.promote)
    consolidate = _blocking(AsyncWorkspace.consolidate)
    propose_rule = _blocking(AsyncWorkspace.propose_rule)
    approve = _blocking(AsyncWorkspace.approve)
    reject = _blocking(AsyncWorkspace.reject)
    retire_rule = _blocking(AsyncWorkspace.retire_rule)
    recall = _blocking(AsyncWorkspace.recall)
    rules = _blocking(AsyncWorkspace.rules)
    candidates = _blocking(AsyncWorkspace.candidates)
    tasks = _blocking(AsyncWorkspace.tasks)
    task = _blocking(AsyncWorkspace.task)

    # -- moving

    export = _blocking(AsyncWorkspace.export)

    # -- questions

    impact = _blocking(AsyncWorkspace.impact)
    lineage = _blocking(AsyncWorkspace.lineage)
    entity = _blocking(AsyncWorkspace.entity)
    radar = _blocking(AsyncWorkspace.radar)
    topics = _blocking(AsyncWorkspace.topics)
    cards = _blocking(AsyncWorkspace.cards)
    context = _blocking(AsyncWorkspace.context)
    file = _blocking(AsyncWorkspace.file)
    timeline = _blocking(AsyncWorkspace.timeline)
    history = _blocking(AsyncWorkspace.history)
    diff = _blocking(AsyncWorkspace.diff)
    search = _blocking(AsyncWorkspace.search)
    subgraph = _blocking(AsyncWorkspace.subgraph)
    deep_search = _blocking(AsyncWorkspace.deep_search)
    ask = _blocking(AsyncWorkspace.ask)
    conversation = _blocking(AsyncWorkspace.conversation)
    agenda = _blocking(AsyncWorkspace.agenda)
    ontology = _blocking(AsyncWorkspace.ontology)
    diff_ontology = _blocking(AsyncWorkspace.diff_ontology)
    apply_ontology = _blocking(AsyncWorkspace.apply_ontology)
    changes = _blocking(AsyncWorkspace.changes)
    record = _blocking(AsyncWorkspace.record)
    records = _blocking(AsyncWorkspace.records)
    entities = _blocking(AsyncWorkspace.entities)
    ingests = _blocking(AsyncWorkspace.ingests)
    documents = _blocking(AsyncWorkspace.documents)
    extractions = _blocking(AsyncWorkspace.extractions)
    preferences = _blocking(AsyncWorkspace.preferences)
    dismissals = _blocking(AsyncWorkspace.dismissals)
    sessions = _blocking(AsyncWorkspace.sessions)
    neighbours = _blocking(AsyncWorkspace.neighbours)
    graph = _blocking(AsyncWorkspace.graph)
    path = _blocking(AsyncWorkspace.path)


class Tokens(_Handle):
    """The tokens of a store; every call waits for its answer."""

    create = _blocking(AsyncTokens.create)
    list = _blocking(AsyncTokens.list)
    usable = _blocking(AsyncTokens.usable)
    revoke = _blocking(AsyncTokens.revoke)
    principal = _blocking(AsyncTokens.principal)


class Memory(_Handle):
    """An open connection to the memory. Use it as `with Memory.open() as memory`, or close it yourself."""

    _handle: asynchronous.Memory

    @classmethod
    def open(cls, settings: Settings | None = None) -> Memory:
        """The memory that `settings` (or GRAPHMEM_*) point to; without a URI the managed local server is started."""
        bridge = _the_bridge()
        memory = asynchronous.Memory.open(settings)
        bridge.run(memory.__aenter__())
        bridge.open.add(memory)
        return cls(memory, bridge)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection; closing twice is no error."""
        if self._handle in self._bridge.open:
            self._bridge.run(self._handle.close())
            self._bridge.open.discard(self._handle)

    def workspace(
        self,
        name: str | None = None,
        *,
        author: str | None = None,
        session: str | None = None,
        create: bool = False,
        kind: ActorKind = "person",
        principal: Principal | None = None,
    ) -> Workspace:
        """The handle of one workspace; raises `WorkspaceNotFound` unless it exists or `create` is given."""
        found = self._handle.workspace(
            name, author=author, session=session, create=create, kind=kind, principal=principal
        )  # fmt: skip
        return Workspace(self._bridge.run(found), self._bridge)

    @property
    def tokens(self) -> Tokens:
        """The tokens of this store: made, listed, revoked, recognised."""
        return Tokens(self._handle.tokens, self._bridge)

    workspaces = _blocking(asynchronous.Memory.workspaces)
    import_ = _blocking(asynchronous.Memory.import_)
    reembed = _blocking(asynchronous.Memory.reembed)
