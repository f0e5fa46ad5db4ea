"""Processes that outlive us, and locks that do not outlive their holder."""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from graphmem.local import LocalServer, process, state
from graphmem.local.errors import HomeBusy, PlatformUnsupported
from graphmem.local.filelock import exclusive
from graphmem.local.state import Running


@pytest.fixture
def sleeper(tmp_path: Path) -> Running:
    """A process of our own that would sleep for a minute; what it says goes to its file."""
    program = ["/bin/sh", "-c", "echo awake; exec sleep 60"]
    pid = process.spawn(program, environment=os.environ, output=tmp_path / "out")
    known_as = process.identity(pid)
    assert known_as is not None
    while "awake" not in (tmp_path / "out").read_text():
        time.sleep(0.01)
    return Running(pid, known_as, 1, 2)


def test_a_process_is_known_again(sleeper: Running, tmp_path: Path) -> None:
    """It is found by number and identity while it runs, and is gone once it ended."""
    assert sleeper.is_alive
    process.terminate(sleeper.pid, sleeper.known_as)
    assert process.wait_until_gone(sleeper.pid, sleeper.known_as, timeout=10)
    assert not sleeper.is_alive


def test_nothing_is_handed_on(tmp_path: Path) -> None:
    """A pipe of ours, even an inheritable one, ends when we close it, however long the process lives."""
    reading, writing = os.pipe()
    os.set_inheritable(writing, True)
    pid = process.spawn(["/bin/sleep", "60"], environment=os.environ, output=tmp_path / "out")
    os.close(writing)
    ended, _, _ = select.select([reading], [], [], 5)
    os.close(reading)
    os.kill(pid, signal.SIGKILL)
    assert ended == [reading]
    assert process.wait_until_gone(pid, process.identity(pid) or "", timeout=10)


def test_a_recycled_number_is_left_alone(sleeper: Running) -> None:
    """Another process that got the recorded number is neither taken for ours nor killed."""
    process.terminate(sleeper.pid, "an earlier process")
    assert not process.is_running(sleeper.pid, "an earlier process")
    time.sleep(0.2)
    assert sleeper.is_alive
    process.terminate(sleeper.pid, sleeper.known_as)
    assert process.wait_until_gone(sleeper.pid, sleeper.known_as, timeout=10)


def test_down_spares_a_recycled_number(sleeper: Running, tmp_path: Path) -> None:
    """`down` of a server whose number now belongs to somebody else says that nothing ran, and kills nobody."""
    state.record(tmp_path, Running(sleeper.pid, "an earlier process", 1, 2, ready=True))
    server = LocalServer(tmp_path, tmp_path)
    assert server.down() is False
    assert server.status().running is False
    assert sleeper.is_alive
    os.kill(sleeper.pid, signal.SIGKILL)
    assert process.wait_until_gone(sleeper.pid, sleeper.known_as, timeout=10)


def test_a_zombie_does_not_run() -> None:
    """A child that ended but was not waited for counts as gone."""
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert process.identity(child.pid) is None
    child.wait()


def test_status_of_a_home_that_never_was(tmp_path: Path) -> None:
    """Asking about a home that does not exist answers, and creates nothing."""
    server = LocalServer(tmp_path / "nothing", tmp_path)
    status = server.status()
    assert (status.running, status.endpoint, status.pid, status.store_bytes) == (False, None, None, 0)
    assert server.logs() == ""
    assert not (tmp_path / "nothing").exists()


def test_only_one_holds_the_lock(tmp_path: Path) -> None:
    """A second holder waits for the first, and says for what."""
    said: list[str] = []
    order: list[str] = []

    def second() -> None:
        with exclusive(tmp_path / "lock", waiting_for="the first", report=said.append):
            order.append("second")

    with exclusive(tmp_path / "lock", waiting_for="nobody", report=said.append):
        other = threading.Thread(target=second)
        other.start()
        time.sleep(0.4)
        order.append("first")
    other.join(10)
    assert order == ["first", "second"]
    assert said == ["Waiting for another process to finish the first ..."]


def test_waiting_ends(tmp_path: Path) -> None:
    """A lock that is never released becomes a named error that says where it is."""
    with (
        exclusive(tmp_path / "lock", waiting_for="x", report=print),
        pytest.raises(HomeBusy, match="lock"),
        exclusive(tmp_path / "lock", waiting_for="x", report=print, timeout=0.2),
    ):
        pytest.fail("two held it")


HOLD = """
import sys, time
from pathlib import Path
from graphmem.local.filelock import exclusive
with exclusive(Path(sys.argv[1]), waiting_for="x", report=print):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_killed_holder_releases(tmp_path: Path) -> None:
    """The lock of a process that was killed is free at once."""
    holder = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path / "lock"], stdout=subprocess.PIPE, text=True)
    assert holder.stdout is not None
    with holder.stdout:
        assert holder.stdout.readline() == "held\n"
        holder.kill()
        holder.wait()
    with exclusive(tmp_path / "lock", waiting_for="x", report=print, timeout=5):
        pass


def test_another_platform_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the managed server cannot run, the error names the two other ways."""
    monkeypatch.setattr("graphmem.local.server.os.name", "nt")
    try:
        with pytest.raises(PlatformUnsupported, match=r"Docker.*GRAPHMEM_URI"):
            LocalServer(tmp_path, tmp_path)
    finally:
        monkeypatch.undo()
