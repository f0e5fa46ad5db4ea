"""One server for the evaluation, one store an embedder, and the page that the figures go to."""

from __future__ import annotations

import os
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from graphmem.local import LocalServer
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from tests.evaluation.telling import kept_vectors

PAGE = Path(__file__).parents[2] / "docs" / "evaluation.md"


class Page:
    """Collects tables; with GRAPHMEM_EVAL_WRITE they replace those of docs/evaluation.md."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}

    def add(self, name: str, heads: list[str], rows: list[list[str]]) -> None:
        lines = [heads, ["---"] * len(heads), *rows]
        self.tables[name] = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        print(f"\n{name}\n{self.tables[name]}")

    def write(self) -> None:
        text = PAGE.read_text(encoding="utf-8")
        for name, table in self.tables.items():
            begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
            text = re.sub(f"{begin}.*?{end}", lambda _, t=f"{begin}\n{table}\n{end}": t, text, flags=re.S)
        PAGE.write_text(text, encoding="utf-8")


@pytest.fixture(scope="session")
def page() -> Iterator[Page]:
    page = Page()
    yield page
    if os.environ.get("GRAPHMEM_EVAL_WRITE"):
        page.write()


@pytest.fixture(scope="module", params=["static", "bge"])
async def evaluated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Memory]:
    """A memory on a server of its own."""
    with kept_vectors(pytest.MonkeyPatch()):
        async with evaluation_memory(request.param, tmp_path_factory.mktemp(request.param)) as memory:
            yield memory


@asynccontextmanager
async def evaluation_memory(embedder: str, folder: Path) -> AsyncIterator[Memory]:
    """A memory on a server of its own, for a store keeps the vectors of one embedder."""
    server = LocalServer(folder, cache_folder(), heap="1g", pagecache="256m")
    endpoint = server.up()
    settings = Settings(uri=endpoint.uri, user=endpoint.user, password=endpoint.password, author="evaluation", embedder=embedder)
    try:
        async with Memory.open(settings) as memory:
            yield memory
    finally:
        server.down()
