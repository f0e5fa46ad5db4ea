"""The managed server on a real Neo4j: first start, restart, kill, backup. The tests share one home, in this order."""

import multiprocessing
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from neo4j import Driver, GraphDatabase
from neo4j.exceptions import Neo4jError

from graphmem.local import Endpoint, LocalServer, config, process, state
from graphmem.local import server as local_server
from graphmem.local.errors import BackupRefused, PasswordRefused, StartFailed, StartTimeout, StoreInUse
from graphmem.settings import cache_folder

pytestmark = [pytest.mark.slow, pytest.mark.own_server, pytest.mark.timeout(600)]

HEAP = "600m"  # small: other tests' servers run beside this one


def a_server(home: Path) -> LocalServer:
    return LocalServer(home, cache_folder(), heap=HEAP, pagecache="64m")


def _up_in_a_process(home: Path, results: "multiprocessing.SimpleQueue[tuple[str, str]]") -> None:
    endpoint = a_server(home).up()
    results.put((endpoint.uri, endpoint.password))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A home whose name has a blank and an accent; whatever runs on it is stopped in the end."""
    folder = tmp_path_factory.mktemp("local") / "my mémoire"
    yield folder
    a_server(folder).down()


@pytest.fixture(scope="module")
def started(home: Path) -> list[tuple[str, str]]:
    """What two processes learned that called `up` on a new home at the same time, the usual ports being taken."""
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.SimpleQueue[tuple[str, str]] = context.SimpleQueue()
    blockers = [blocker for port in (7687, 7474) if (blocker := a_listener(port))]
    both = [context.Process(target=_up_in_a_process, args=(home, results)) for _ in range(2)]
    for starting in both:
        starting.start()
    for starting in both:
        starting.join(240)
    for blocker in blockers:
        blocker.close()
    assert [starting.exitcode for starting in both] == [0, 0]
    return [results.get(), results.get()]


def a_listener(port: int) -> socket.socket | None:
    """Somebody who listens there; None when somebody else does already."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # connections that were closed there do not count
    try:
        listener.bind(("127.0.0.1", port))
    except OSError:
        listener.close()
        return None
    listener.listen()
    return listener


@pytest.fixture
def server(home: Path, started: list[tuple[str, str]]) -> LocalServer:
    """The server as an object of this process, running."""
    server = a_server(home)
    server.up()
    return server


def connect(endpoint: Endpoint) -> Driver:
    return GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))


def write_note(endpoint: Endpoint, text: str) -> None:
    with connect(endpoint) as driver:
        driver.execute_query("CREATE (:Note {text: $text})", text=text)


def notes(endpoint: Endpoint) -> list[str]:
    with connect(endpoint) as driver:
        rows = driver.execute_query("MATCH (n:Note) RETURN n.text AS text ORDER BY text").records
    return [row["text"] for row in rows]


def kill(server: LocalServer) -> None:
    running = state.running(server.home)
    assert running is not None
    os.kill(running.pid, signal.SIGKILL)
    assert process.wait_until_gone(running.pid, running.known_as, timeout=10)


def test_two_ups_at_once(started: list[tuple[str, str]]) -> None:
    """Two processes that start a new home at the same time are led to one server with one password."""
    assert started[0] == started[1]


def test_taken_ports_are_avoided(started: list[tuple[str, str]]) -> None:
    """Where the usual ports are taken the server listens on others."""
    assert started[0][0].startswith("bolt://127.0.0.1:")
    assert started[0][0] != "bolt://127.0.0.1:7687"


def test_a_second_up_is_quick(server: LocalServer, started: list[tuple[str, str]]) -> None:
    """`up` of a running server starts nothing, says nothing and takes a moment."""
    said: list[str] = []
    pid, before = server.status().pid, time.monotonic()
    endpoint = server.up(report=said.append)
    assert time.monotonic() - before < 0.2
    assert (endpoint.uri, endpoint.password) == started[0]
    assert server.status().pid == pid
    assert said == []


def test_it_is_the_whole_server(server: LocalServer) -> None:
    """GDS answers, Neo4j Browser is served, and a file of this machine cannot be read through a statement."""
    endpoint = server.up()
    with connect(endpoint) as driver:
        found = driver.execute_query("RETURN gds.version() AS version").records[0]["version"]
        with pytest.raises(Neo4jError, match="allow_csv_import_from_file_urls' is false"):
            driver.execute_query("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line")
    assert found == server.status().gds
    with urllib.request.urlopen(endpoint.http_url) as page:
        assert b"Neo4j Browser" in page.read()


def test_nobody_comes_in_without_the_password(server: LocalServer) -> None:
    """A login with another password is refused, and the server listens on one loopback address only."""
    endpoint = server.up()
    other = Endpoint(endpoint.uri, endpoint.user, "neo4j", "")
    with connect(other) as driver, pytest.raises(Neo4jError, match="unauthorized"):
        driver.execute_query("RETURN 1")
    port = int(endpoint.uri.rpartition(":")[2])
    with socket.socket() as elsewhere:
        elsewhere.settimeout(2)
        assert elsewhere.connect_ex(("127.0.0.2", port)) != 0


def test_the_password_is_kept_to_the_owner(server: LocalServer) -> None:
    """Only the owner can enter the home and read the password, and it stands in no log and in no process list."""
    password = config.read_password(server.home)
    assert server.home.stat().st_mode & 0o777 == 0o700
    assert config.password_file(server.home).stat().st_mode & 0o777 == 0o600
    for log in (server.home / "logs").iterdir():
        assert password not in log.read_text(errors="replace"), log
    assert password not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout


def test_status_and_logs(server: LocalServer) -> None:
    """Status names process, endpoint, versions and size; the log ends with the start."""
    status = server.status()
    assert status.running
    assert status.endpoint == server.up()
    assert (status.neo4j, status.gds) == ("5.26.31", "2.13.9")
    assert status.store_bytes > 100_000
    assert "Started." in server.logs()
    assert len(server.logs(2).splitlines()) == 2


def test_a_second_server_on_the_same_data_is_refused(server: LocalServer) -> None:
    """A running server that is not in our books is neither doubled nor killed."""
    running = state.running(server.home)
    assert running is not None
    state.clear(server.home)
    with pytest.raises(StoreInUse, match="Another Neo4j"):
        server.up()
    with pytest.raises(StoreInUse):
        server.backup(server.home.parent / "never.tar")
    state.record(server.home, running)
    assert server.status().running


def test_an_unready_server_is_waited_for(server: LocalServer) -> None:
    """A server whose starter was killed while waiting is taken over by the next `up`, not started again."""
    running = state.running(server.home)
    assert running is not None
    state.record(server.home, state.Running(running.pid, running.known_as, running.bolt, running.http, ready=False))
    server.up()
    taken_over = state.running(server.home)
    assert taken_over == running


def test_up_after_a_kill(server: LocalServer) -> None:
    """A killed server counts as stopped, comes back on the same ports, and what was committed is there."""
    before = server.up()
    write_note(before, "before the kill")
    kill(server)
    assert server.status().running is False
    after = server.up()
    assert after == before
    assert notes(after) == ["before the kill"]


@pytest.mark.slowest
def test_a_port_that_somebody_took_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that was lost between the look and the start costs a second start on others, also for who takes over the wait."""
    server = a_server(tmp_path)
    with socket.socket() as quicker:
        quicker.bind(("127.0.0.1", 0))
        quicker.listen()
        taken = config.Ports(bolt=config.system_ports().bolt, http=quicker.getsockname()[1])
        with monkeypatch.context() as hurried:
            hurried.setattr(config, "free_ports", lambda _: taken)
            hurried.setattr(local_server, "START_SECONDS", 0.0)
            with pytest.raises(StartTimeout, match="same command again"):
                server.up()
        try:
            endpoint = server.up()
            assert f":{taken.http}/" not in endpoint.http_url
            assert notes(endpoint) == []
        finally:
            server.down()


@pytest.mark.slowest
def test_backup_of_a_running_server(server: LocalServer, tmp_path: Path) -> None:
    """The server runs again after its backup, and the archive restores store and password in another home."""
    before = server.up()
    archive = server.backup(tmp_path)
    assert archive.parent == tmp_path
    assert archive.stat().st_mode & 0o777 == 0o600
    assert server.status().endpoint == before
    write_note(before, "after the backup")

    copy = a_server(tmp_path / "copy")
    copy.restore(archive)
    try:
        endpoint = copy.up()
        assert endpoint.uri != before.uri
        assert endpoint.password == before.password
        assert notes(endpoint) == ["before the kill"]
    finally:
        copy.down()


def test_restore_never_overwrites_unasked(server: LocalServer, tmp_path: Path) -> None:
    """A home that holds a memory is left alone, and so is its running server."""
    pid = server.status().pid
    with pytest.raises(BackupRefused, match="holds a memory"):
        server.restore(tmp_path / "any.tar")
    assert server.status().pid == pid


def test_a_refused_restore_leaves_everything(server: LocalServer, tmp_path: Path) -> None:
    """An archive that is none is refused before the server is stopped, also with `overwrite`."""
    pid, kept = server.status().pid, notes(server.up())
    (tmp_path / "any.tar").write_text("nothing")
    with pytest.raises(BackupRefused, match="not a graphmem backup"):
        server.restore(tmp_path / "any.tar", overwrite=True)
    assert server.status().pid == pid
    assert notes(server.up()) == kept != []


@pytest.mark.slowest
def test_backup_after_a_kill(server: LocalServer, tmp_path: Path) -> None:
    """A killed store is recovered before it is dumped; overwriting brings that state back; the server stays down."""
    kill(server)
    archive = server.backup(tmp_path / "b.tar")
    assert server.status().running is False
    server.restore(archive, overwrite=True)
    assert server.status().running is False
    assert notes(server.up()) == ["after the backup", "before the kill"]


def test_down_twice(server: LocalServer) -> None:
    """The first `down` stops the server and says so; the second finds nothing to do."""
    endpoint = server.up()
    assert server.down() is True
    assert server.down() is False
    assert server.status().running is False
    assert config.is_free(int(endpoint.uri.rpartition(":")[2]))


def test_a_failed_start_shows_the_log(home: Path, started: list[tuple[str, str]]) -> None:
    """When the process dies the error holds what Java said, and nothing counts as running."""
    a_server(home).down()
    server = LocalServer(home, cache_folder(), heap="1m")
    with pytest.raises(StartFailed, match="Too small"):
        server.up()
    assert server.status().running is False


def test_a_lost_password_is_noticed(home: Path, started: list[tuple[str, str]]) -> None:
    """A store whose password file is gone is not started with a new password that would not fit."""
    server = a_server(home)
    server.down()
    kept = config.password_file(home).rename(home / "elsewhere")
    with pytest.raises(PasswordRefused, match="is missing"):
        server.up()
    kept.rename(config.password_file(home))
    assert server.status().running is False


@pytest.mark.slowest
def test_a_first_start_that_is_killed(tmp_path: Path) -> None:
    """Killed while it makes its store, the server comes up at the next start, and from then on keeps its data."""
    server = a_server(tmp_path)
    with ThreadPoolExecutor() as pool:
        starting = pool.submit(server.up)
        while not (tmp_path / "data" / "databases" / "system" / "neostore").exists():
            time.sleep(0.01)
        kill(server)
        assert isinstance(starting.exception(), StartFailed)
    try:
        write_note(server.up(), "it works")
        server.down()
        assert notes(server.up()) == ["it works"]
    finally:
        server.down()
