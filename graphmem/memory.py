"""The public door: `Memory.open()` connects, `memory.workspace(...)` gives the handle with one method a verb."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, Self

from pydantic import SecretStr

from graphmem.access import Principal
from graphmem.access.tokens import Tokens
from graphmem.authors import author_of
from graphmem.embed.opening import open_embedding
from graphmem.errors import InvalidArgument
from graphmem.language_model import open_language_model
from graphmem.model.receipts import Receipt
from graphmem.own_patterns import own_patterns
from graphmem.read.workspaces import WorkspaceLine, find_workspace, workspaces
from graphmem.redact import use
from graphmem.settings import Settings
from graphmem.store import Store
from graphmem.store.migrations import migrate
from graphmem.store.services import Service
from graphmem.workspace import Workspace
from graphmem.write.acts import ActorKind

if TYPE_CHECKING:
    from graphmem.model.answers.reembedded import Reembedded
    from graphmem.moving.progress import Progress

WORKSPACE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class Memory:
    """A connection to the memory. Use it as `async with Memory.open() as memory`."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._store: Store | None = None
        self._masking = ExitStack()

    @classmethod
    def open(cls, settings: Settings | None = None) -> Memory:
        """The memory that `settings` (or GRAPHMEM_*) point to; without a URI the managed local server is started."""
        return cls(settings or Settings())

    async def __aenter__(self) -> Self:
        patterns = own_patterns(self._settings.redact)
        self._store = await _connect(self._settings)
        try:
            self._masking.callback(use(patterns))
            await migrate(self._store)
            self._store.rules_budget = self._settings.rules_budget
            self._store.consolidate_every = self._settings.consolidate_every
            self._store.embedding = await open_embedding(self._store, self._settings)
            self._store.model = open_language_model(self._settings)
            self._store.ingest_root = self._settings.ingest_root
            self._store.ingest_log = self._settings.ingest_log
            self._store.services = _services(self._settings)
            self._store.ingest_merge = self._settings.ingest_merge
            self._store.wikis = self._settings.home / "wikis.json"
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connection; closing twice is no error."""
        self._masking.close()
        if self._store is not None:
            await self._store.close()

    @property
    def store(self) -> Store:
        """The open store; raises `InvalidArgument` before `async with`."""
        if self._store is None:
            raise InvalidArgument("memory", "open it first: async with Memory.open() as memory")
        return self._store

    @property
    def tokens(self) -> Tokens:
        """The tokens of this store: made, listed, revoked, recognised."""
        return Tokens(self.store)

    async def workspace(
        self,
        name: str | None = None,
        *,
        author: str | None = None,
        session: str | None = None,
        create: bool = False,
        kind: ActorKind = "person",
        principal: Principal | None = None,
    ) -> Workspace:
        """The handle of one workspace; raises `WorkspaceNotFound` unless it exists or `create` is given.

        With a `principal` it is the author, its kind and its role count for every call, and what it has no role in is not found.
        """
        name = name or self._settings.workspace
        if name is None:
            raise InvalidArgument("workspace", "name one, or set GRAPHMEM_WORKSPACE")
        author = principal.name if principal else author or self._settings.author or "unknown"
        if create:
            await self._create(name, author, principal)
        else:
            await find_workspace(self.store, name, principal)
        return Workspace(self.store, name, author, session, principal.kind if principal else kind, principal)

    async def _create(self, name: str, author: str, principal: Principal | None) -> None:
        """Makes it; a principal that may not finds what exists for it."""
        if principal is not None and not principal.may("create_workspace", name):
            await find_workspace(self.store, name, principal)
        else:
            await create_workspace(self.store, name, author)

    async def workspaces(self, *, principal: Principal | None = None) -> list[WorkspaceLine]:
        """Every workspace, or those that `principal` may read, by name, with its clock and how much it holds."""
        return await workspaces(self.store, principal)

    async def reembed(self, *, report: Progress | None = None) -> Reembedded:
        """Changes over to the model that GRAPHMEM_EMBEDDER asks for, while the store serves with the one it has.

        It needs no open memory: one whose model is not the store's cannot be opened. With the same model, what lacks vectors
        gets them. Stopped, the same call goes on where it was. Raises `EmbedderError` when the model fails.
        """
        from graphmem.write.reembed import reembed

        store = self._store or await _connect(self._settings)
        try:
            await migrate(store)
            return await reembed(store, self._settings, report=report)
        finally:
            if store is not self._store:
                await store.close()

    async def import_(
        self,
        source: Path | BinaryIO,
        *,
        workspace: str | None = None,
        create: bool = True,
        again: bool = False,
        author: str | None = None,
        report: Progress | None = None,
    ) -> Receipt:
        """Imports an export or a story, checked whole before anything is written; run again, it goes on where it stopped.

        What was erased here is skipped and told, unless `again`. Raises `Refused` with the numbers of the lines that are wrong.
        """
        from graphmem.moving.door import import_file

        who = author_of(author or self._settings.author or "unknown")
        receipt = await import_file(
            self.store, source, workspace=workspace, usual=self._settings.workspace, create=create, again=again, report=report,
            author=who.name,
        )  # fmt: skip
        redactions, warnings = (*who.redactions, *receipt.redactions), (*who.warnings, *receipt.warnings)
        return receipt.model_copy(update={"redactions": redactions, "warnings": warnings})


async def create_workspace(store: Store, name: str, author: str) -> bool:
    """Makes the workspace, or finds it made; raises `InvalidArgument` with the rule for a name it cannot have."""
    if not WORKSPACE.fullmatch(name):
        raise InvalidArgument(
            "workspace", f"{name!r}: 1 to 100 letters, digits, dots, dashes or underscores, a letter or digit first"
        )
    rows = await store.look("write/create_workspace", workspace=name, author=author_of(author).name, now=store._now)
    return bool(rows[0]["created"])


def _services(settings: Settings) -> dict[str, Service]:
    """The services that documents can be fetched from, by the path that names each."""
    none = SecretStr("")
    return {
        "readwise:": Service(settings.readwise_url, settings.readwise_token or none, "GRAPHMEM_READWISE_TOKEN"),
        "stars:": Service(settings.github_url, settings.github_token or none, "GRAPHMEM_GITHUB_TOKEN"),
    }


async def _connect(settings: Settings) -> Store:
    import asyncio

    if settings.uri:
        password = settings.password.get_secret_value() if settings.password else ""
        return await Store.connect(settings.uri, settings.user, password, settings.database)
    from graphmem.local import LocalServer

    server = LocalServer(settings.home, settings.cache, heap=settings.heap, pagecache=settings.pagecache)
    endpoint = await asyncio.to_thread(server.up)
    return await Store.connect(endpoint.uri, endpoint.user, endpoint.password, settings.database)
