"""Search for LangChain: `GraphmemRetriever(memory=memory, workspace="my-project", k=5)` gives documents, best first."""

from __future__ import annotations

from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForRetrieverRun, CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field

from graphmem.model.answers.search import Hit, Search
from graphmem.tools.langchain import Caller


class GraphmemRetriever(BaseRetriever):
    """Finds by words, meaning and links; `memory` is a `graphmem.sync.Memory`, or a `Memory` for asynchronous chains alone."""

    memory: Any = Field(exclude=True)
    workspace: str | None = None
    k: int = 10
    kinds: list[str] | None = None
    session: str | None = None
    author: str | None = None
    current: bool | None = None
    as_of: str | None = None
    valid_at: str | None = None

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        caller = self._caller()
        return _documents(caller.wait(self._search(caller, query, k)))

    async def _aget_relevant_documents(
        self, query: str, *, run_manager: AsyncCallbackManagerForRetrieverRun, k: int | None = None
    ) -> list[Document]:
        caller = self._caller()
        return _documents(await caller.await_(self._search(caller, query, k)))

    def _caller(self) -> Caller:
        return Caller(self.memory, self.workspace, None, None)

    async def _search(self, caller: Caller, query: str, k: int | None) -> Search:
        workspace = await caller.toolbox.room.workspace()
        return await workspace.search(
            query, limit=k or self.k, kinds=self.kinds, session=self.session, author=self.author, current=self.current,
            as_of=self.as_of, valid_at=self.valid_at,
        )  # fmt: skip


def _documents(answer: Search) -> list[Document]:
    return [_document(hit) for hit in answer.hits]


def _document(hit: Hit) -> Document:
    """What the hit says, and where it comes from."""
    text = hit.title if hit.snippet in (None, hit.title) else f"{hit.title}\n{hit.snippet}"
    about = hit.model_dump(include={"kind", "type", "score", "author", "session", "at", "holds", "valid_to", "end_reason"})
    return Document(id=hit.id, page_content=text, metadata={"id": hit.id, **about, "ranks": hit.ranks.model_dump()})
