"""The blocking handle: the same answers for callers without an event loop, with one, and with several threads."""

from __future__ import annotations

import asyncio
import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from graphmem import sync
from graphmem.errors import InvalidArgument, NameNotFound, StoreError, WorkspaceNotFound
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.stating import decision


def fresh() -> str:
    """A workspace name of this test alone."""
    return f"t-{secrets.token_hex(6)}"


def test_the_same_answers(settings: Settings) -> None:
    """A caller without an event loop states and asks; receipts and answers are those of the library, errors too."""
    with sync.Memory.open(settings) as memory:
        project = memory.workspace(fresh(), author="ana", session="one", create=True)
        receipt = project.remember(decision("api depends_on auth"), decision("auth depends_on redis"))
        answer = project.impact("redis")
        assert [(d.entity.name, d.hop) for d in answer.dependents] == [("auth", 1), ("api", 2)]
        assert [r.kind for r in receipt.records] == ["decision", "decision"]
        assert (project.author, project.session, project.kind) == ("ana", "one", "person")
        with pytest.raises(NameNotFound):
            project.impact("nothing of that name")
        with pytest.raises(WorkspaceNotFound):
            memory.workspace(fresh())


async def test_within_a_running_loop(settings: Settings, workspace: Workspace) -> None:
    """A caller that runs an event loop itself may block in it: what the blocking handle says, the other one reads."""
    with sync.Memory.open(settings) as memory:
        memory.workspace(workspace.name).remember(decision("api depends_on auth"))
    assert [d.entity.name for d in (await workspace.impact("auth")).dependents] == ["api"]


def test_con_10_one_handle_from_everywhere(settings: Settings) -> None:
    """CON-10: one handle answers plain calls, worker threads and separate `asyncio.run` calls; closing twice is no error."""
    memory = sync.Memory.open(settings)
    project = memory.workspace(fresh(), create=True)
    project.remember(decision("api depends_on auth"))

    def asked() -> list[str]:
        return [d.entity.name for d in project.impact("auth").dependents]

    async def asked_in_a_loop() -> list[str]:
        return asked()

    async def asked_in_a_thread() -> list[str]:
        return await asyncio.to_thread(asked)

    with ThreadPoolExecutor(8) as pool:
        from_threads = list(pool.map(lambda _: asked(), range(24)))
    from_loops = [asyncio.run(asked_in_a_loop()), asyncio.run(asked_in_a_loop()), asyncio.run(asked_in_a_thread())]
    assert [asked(), *from_threads, *from_loops] == [["api"]] * 28
    memory.close()
    memory.close()


def test_threads_write_side_by_side(settings: Settings) -> None:
    """Threads that write through one handle lose nothing: each record lands, each name is one entity."""
    with sync.Memory.open(settings) as memory:
        project = memory.workspace(fresh(), create=True)
        with ThreadPoolExecutor(6) as pool:
            receipts = list(pool.map(lambda n: project.remember(decision(f"part{n} depends_on core")), range(18)))
        assert len({r.records[0].id for r in receipts}) == 18
        assert len({e.id for r in receipts for e in r.entities if e.name == "core"}) == 1
        assert len(project.impact("core", depth=1).dependents) == 18


def test_after_close_is_an_error_of_ours(settings: Settings) -> None:
    """A handle whose memory was closed says so; it neither hangs nor shows an error of the driver."""
    with sync.Memory.open(settings) as memory:
        project = memory.workspace(fresh(), create=True)
    with pytest.raises(StoreError):
        project.impact("x")


def test_several_memories_are_apart(settings: Settings) -> None:
    """Closing one memory leaves another one open, though both share the thread."""
    name = fresh()
    with sync.Memory.open(settings) as kept:
        with sync.Memory.open(settings) as closed:
            closed.workspace(name, create=True).remember(decision("api depends_on auth"))
        assert kept.workspace(name).impact("auth").dependents


def test_a_memory_that_cannot_be_opened_leaves_nothing_open(settings: Settings) -> None:
    """When the database does not answer, `open` raises and a later one with right settings works."""
    wrong = settings.model_copy(update={"uri": "bolt://127.0.0.1:1"})
    with pytest.raises(StoreError):
        sync.Memory.open(wrong)
    with sync.Memory.open(settings) as memory:
        assert memory.workspace(fresh(), create=True).name


def program(settings: Settings, text: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that turns every warning into an error and knows the tests' server."""
    password = settings.password.get_secret_value() if settings.password else ""
    told = {"GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password}
    command = [sys.executable, "-W", "error", "-c", text]
    return subprocess.run(command, env={**os.environ, **told}, capture_output=True, text=True, timeout=120)


def test_left_open_at_exit(settings: Settings) -> None:
    """A program that never closes its memories ends at once: they are closed, the loop's thread ends, nothing warns."""
    ran = program(
        settings,
        f"""
import atexit, threading
atexit.register(lambda: print(*(t.name for t in threading.enumerate())))  # called last, for it is registered first
from graphmem import sync
memory, other = sync.Memory.open(), sync.Memory.open()
print(memory.workspace({fresh()!r}, create=True).name, flush=True)
""",
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.splitlines()[1:] == ["MainThread"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform does not fork")
def test_a_forked_child_is_told(settings: Settings) -> None:
    """In a forked child the parent's memory is refused instead of waiting for ever, and the child can open its own."""
    ran = program(
        settings,
        f"""
import os
from graphmem import sync
from graphmem.errors import InvalidArgument
memory = sync.Memory.open()
project = memory.workspace({fresh()!r}, create=True)
child = os.fork()
if child == 0:
    try:
        project.impact("x")
    except InvalidArgument as error:
        print("refused:", error, flush=True)
    with sync.Memory.open() as own:
        print(own.workspace(project.name).name == project.name, flush=True)
else:
    status = os.waitpid(child, 0)[1]
    print(status, memory.workspace(project.name).name == project.name, flush=True)
""",
    )
    assert ran.stderr == ""
    refused, opened, parent = ran.stdout.splitlines()
    assert "forked" in refused
    assert (opened, parent) == ("True", "0 True")


def test_a_callback_cannot_block_its_own_loop(settings: Settings) -> None:
    """A blocking call made on the loop's own thread would wait for itself for ever: it is refused."""
    with sync.Memory.open(settings) as memory:
        project = memory.workspace(fresh(), create=True)

        async def calls_back() -> None:
            project.impact("x")

        with pytest.raises(InvalidArgument, match="callback"):
            memory._bridge.run(calls_back())
