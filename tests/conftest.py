"""One real server a test run: the one of GRAPHMEM_TEST_URI, or one that this run starts in a folder of its own."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from neo4j._async.work import result

from graphmem.local import Endpoint, LocalServer, archive, launch
from graphmem.local import config as local_config
from graphmem.local.filelock import exclusive
from graphmem.memory import Memory
from graphmem.settings import Settings, cache_folder
from graphmem.store import Store, connection
from graphmem.work import schedule
from graphmem.workspace import Workspace
from tests.requiring import pytest_make_collect_report, pytest_runtest_makereport  # noqa: F401  (hooks, found by their names)

Store.warns = True  # what the server remarks about a statement fails the test that ran it
# For its warnings the driver writes down the whole stack at each statement, which takes longer than the statement itself.
result.inspect = SimpleNamespace(stack=list)

# On a busy machine the first call of a question, whose statements the server has yet to plan, may take longer than a user would wait.
connection.READ_TIMEOUT = 120.0
schedule.FIRST = 1e6  # no server of one test consolidates the workspaces of others

ROOT = Path(__file__).parent
SLOW = ("apart", "browser", "notebooks", "packaging")  # rooms whose every test is marked so

MakeWorkspace = Callable[..., Awaitable[Workspace]]


def pytest_configure(config: pytest.Config) -> None:
    """Servers that live for minutes: compiled quickly rather than well, each statement planned once. What measures has the usual."""
    if config.option.markexpr not in ("benchmark", "evaluation"):
        launch.FLAGS = archive.FLAGS = (*launch.FLAGS, "-XX:TieredStopAtLevel=1")
        local_config.configuration = _planned_once(local_config.configuration)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before any is chosen by its marks."""
    for item in items:
        if item.path.relative_to(ROOT).parts[0] in SLOW:
            item.add_marker(pytest.mark.slow)


def _planned_once(configuration: Callable[..., str]) -> Callable[..., str]:
    """The same configuration; a store that grows from nothing would have every statement planned anew each ten seconds."""
    return lambda *given, **named: configuration(*given, **named) + "dbms.cypher.min_replan_interval=1h\n"


@pytest.fixture(scope="session")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    """Where the tests' server answers."""
    if uri := os.environ.get("GRAPHMEM_TEST_URI"):
        user, password = os.environ.get("GRAPHMEM_TEST_USER", "neo4j"), os.environ["GRAPHMEM_TEST_PASSWORD"]
        yield Endpoint(uri, user, password, "")
        return
    base = tmp_path_factory.getbasetemp()
    with _shared_server(base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) as endpoint:
        yield endpoint


@contextmanager
def _shared_server(folder: Path) -> Iterator[Endpoint]:
    """One server for all the processes of a run: who comes first starts it, who goes last stops it."""
    server, users = LocalServer(folder / "server", cache_folder()), folder / "users"
    users.mkdir(exist_ok=True)
    mine = users / str(os.getpid())

    def gate() -> AbstractContextManager[None]:
        return exclusive(folder / "users.lock", waiting_for="starting or stopping the tests' server", report=print)

    with gate():
        mine.touch()
        endpoint = server.up()
    try:
        yield endpoint
    finally:
        with gate():
            mine.unlink()
            if not any(users.iterdir()):
                server.down()


@pytest.fixture(scope="session")
def settings(endpoint: Endpoint) -> Settings:
    """Settings that point to the tests' server."""
    return Settings(uri=endpoint.uri, user=endpoint.user, password=endpoint.password, author="tester")


@pytest.fixture(scope="session")
async def memory(settings: Settings) -> AsyncIterator[Memory]:
    """One open memory for the whole run; workspaces keep the tests apart."""
    async with Memory.open(settings) as memory:
        yield memory


@pytest.fixture
def make_workspace(memory: Memory) -> MakeWorkspace:
    """Makes a fresh workspace; `author` and `session` may be given."""

    async def make(**given: str) -> Workspace:
        return await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author=given.pop("author", "ana"), **given)

    return make


@pytest.fixture
async def workspace(make_workspace: MakeWorkspace) -> Workspace:
    """A fresh workspace of this test alone."""
    return await make_workspace()


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file stays in one process, and so does all of `tests/apart`, which has one server more."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return "tests/apart" if nodeid.startswith("tests/apart/") else str(super()._split_scope(nodeid))

    return Scheduling(config, log)
