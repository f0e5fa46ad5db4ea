"""The managed local server: a Neo4j process of our own on one home folder."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from graphmem.local import archive, backup, config, first, process, state
from graphmem.local.config import Endpoint, Ports
from graphmem.local.errors import (
    BackupRefused,
    PlatformUnsupported,
    StartFailed,
    StartTimeout,
    StopTimeout,
    StoreInUse,
)
from graphmem.local.fetch import ensure_jars
from graphmem.local.filelock import Report, exclusive, is_locked_by_neo4j
from graphmem.local.java import find_java, fitting_memory, parse_megabytes
from graphmem.local.launch import Program
from graphmem.local.lock import gds_version, neo4j_version, read_lock
from graphmem.local.probe import answers, speaks_bolt
from graphmem.local.state import Running

START_SECONDS = 180.0  # 6 to 15 on quiet cores, six times that on busy ones
STOP_SECONDS = 120.0
LONG_STOP_SECONDS = 15.0  # a quiet stop takes about 10
STARTED = "INFO  Started."
PORT_TAKEN = "PortBindException"  # its word, not a look at the port: who took it may have left since
DYING_SECONDS = 5.0
ATTEMPTS = 3  # a free port may be taken between our look and the server's bind


@dataclass(frozen=True, slots=True)
class Status:
    """Whether the server runs, where, which versions, and how much room its store takes."""

    running: bool
    endpoint: Endpoint | None
    pid: int | None
    neo4j: str
    gds: str
    store_bytes: int
    home: Path


class LocalServer:
    """One Neo4j on one home folder, however many programs ask for it; every method raises LocalServerError."""

    def __init__(self, home: Path, cache: Path, *, heap: str | None = None, pagecache: str | None = None) -> None:
        if os.name != "posix":
            raise PlatformUnsupported(
                "The managed server runs on Linux and macOS. Here, start Neo4j with Docker (docker-compose.yml) or by "
                "other means and set GRAPHMEM_URI."
            )
        self.home, self.cache = home.expanduser().absolute(), cache.expanduser().absolute()
        self._heap, self._pagecache = heap, pagecache
        self._jars = read_lock()

    def up(self, *, report: Report | None = None) -> Endpoint:
        """Starts the server unless it runs, and says how to reach it once the database answers."""
        running = state.running(self.home)
        if running and running.ready and speaks_bolt(running.ports.bolt):
            return config.endpoint(running.ports, config.read_password(self.home))
        with self._held(report) as say:
            return self._start(say)

    def down(self, *, report: Report | None = None) -> bool:
        """Stops the server and says whether it ran."""
        with self._held(report) as say:
            return self._stop(say)

    def status(self) -> Status:
        """What runs now, without waiting for anything; there is no endpoint when the password is lost."""
        running = state.running(self.home)
        known = running is not None and config.password_file(self.home).is_file()
        return Status(
            running=running is not None,
            endpoint=config.endpoint(running.ports, config.read_password(self.home)) if running and known else None,
            pid=running.pid if running else None,
            neo4j=neo4j_version(self._jars),
            gds=gds_version(self._jars),
            store_bytes=_bytes_below(self.home / "data"),
            home=self.home,
        )

    def logs(self, lines: int = 50) -> str:
        """The end of what the server said since its last start."""
        return "\n".join(self._said().splitlines()[-lines:])

    def backup(self, target: Path, *, report: Report | None = None) -> Path:
        """Saves the store and its password in one archive; a running server is stopped meanwhile."""
        archive = backup.archive_path(target)
        with self._held(report) as say:
            if not self._has_store():
                raise BackupRefused(f"There is no store in {self.home} to back up.")
            program = self._program(say)
            if state.running(self.home) is None and state.recorded(self.home):
                self._start(say)  # it was killed: only a store that recovered and stopped can be dumped
                self._stop(say)
            with self._stopped(say):
                say("Saving the store ...")
                backup.save(program, self.home, archive, neo4j=neo4j_version(self._jars))
        return archive

    def restore(self, source: Path, *, overwrite: bool = False, report: Report | None = None) -> None:
        """Puts the store of an archive in place; what is there is replaced only with `overwrite`."""
        with self._held(report) as say:
            backup.settle(self.home)
            if self._has_store() and not overwrite:
                raise BackupRefused(f"{self.home} holds a memory. Say overwrite to replace it, or name another home.")
            program = self._program(say)
            verified = backup.unpacked(source, below=self.home, neo4j=neo4j_version(self._jars))
            with verified as folder, self._stopped(say):
                first.set_aside(self.home)
                say("Loading the store ...")
                backup.load(program, self.home, folder)

    @contextmanager
    def _held(self, report: Report | None) -> Iterator[Report]:
        """Keeps others from starting, stopping or saving this server while the block runs."""
        say = report or _silent
        self.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with exclusive(self.home / "graphmem.lock", waiting_for="starting or stopping Neo4j", report=say):
            yield say

    @contextmanager
    def _stopped(self, report: Report) -> Iterator[None]:
        """Stops a running server for the block and starts it again, whatever happens in the block."""
        was_running = self._stop(report)
        try:
            self._refuse_foreign_server()
            yield
        finally:
            if was_running:
                self._start(report)

    def _start(self, report: Report) -> Endpoint:
        """Starts the server, or waits for one that another process began to start and left."""
        program = self._program(report)
        running = state.running(self.home)
        if running is None or self._is_dying(running):
            backup.settle(self.home)
            self._refuse_foreign_server()
            self._discard_archive()
            password = self._prepare(program)
            report("Starting Neo4j ...")
            running = self._spawn(program, config.free_ports(config.read_ports(self.home)))
        else:
            password = config.read_password(self.home)
        running = self._answering(running, program, password)
        state.record(self.home, replace(running, ready=True))
        first.finish(self.home)
        config.remember_ports(self.home, running.ports)
        return config.endpoint(running.ports, password)

    def _is_dying(self, running: Running) -> bool:
        """Whether a server that had answered was killed: it stays listed until the kernel has let go of its memory."""
        silent = running.ready and not speaks_bolt(running.ports.bolt)
        return silent and process.wait_until_gone(running.pid, running.known_as, DYING_SECONDS)

    def _stop(self, report: Report) -> bool:
        running = state.running(self.home)
        if running is None:
            return False
        state.record(self.home, replace(running, ready=False))
        process.terminate(running.pid, running.known_as)
        if not process.wait_until_gone(running.pid, running.known_as, LONG_STOP_SECONDS):
            report(
                "Neo4j keeps what it loaded, to start faster from now on; waiting ..."
                if running.archive
                else "Neo4j is still writing its store to disk; waiting ..."
            )
            if not process.wait_until_gone(running.pid, running.known_as, STOP_SECONDS):
                raise StopTimeout(
                    f"Neo4j (process {running.pid}) was asked to stop and still runs after {STOP_SECONDS:.0f} s. Look "
                    "at `graphmem logs` and try again; as a last resort kill the process, the store recovers."
                )
        state.clear(self.home)
        if running.archive:
            archive.keep(Path(running.archive))
        return True

    def _discard_archive(self) -> None:
        """What a server wrote that did not end in good order is of no use, and large."""
        last = state.recorded(self.home)
        if last and last.archive:
            Path(last.archive).unlink(missing_ok=True)

    def _program(self, report: Report) -> Program:
        """The installed Neo4j, fetched if need be, the Java for it and the memory it gets."""
        java = find_java()
        folder = ensure_jars(self.cache, self._jars, report=report)
        memory = fitting_memory()
        if self._heap:
            memory = replace(memory, heap=parse_megabytes(self._heap))
        if self._pagecache:
            memory = replace(memory, pagecache=parse_megabytes(self._pagecache))
        return Program(folder, java, memory)

    def _refuse_foreign_server(self) -> None:
        store_lock = self.home / "data" / "databases" / "store_lock"
        deadline = time.monotonic() + DYING_SECONDS
        while is_locked_by_neo4j(store_lock) and time.monotonic() < deadline:
            time.sleep(0.2)  # a server that was just killed keeps its lock until the kernel has let go of its memory
        if is_locked_by_neo4j(store_lock):
            raise StoreInUse(
                f"Another Neo4j uses the store in {self.home / 'data'}. Stop it, or set GRAPHMEM_HOME to another folder."
            )

    def _has_store(self) -> bool:
        return (self.home / "data" / "databases" / "system").is_dir() and not first.is_pending(self.home)

    def _prepare(self, program: Program) -> str:
        """The password of the store; a new store gets a generated one before anything listens."""
        if self._has_store():
            return config.read_password(self.home)
        first.begin(self.home)
        password = config.ensure_password(self.home)
        self._configure(program, config.read_ports(self.home))
        program.set_password(self.home, config.password_file(self.home))
        return password

    def _configure(self, program: Program, ports: Ports) -> None:
        config.write_configuration(self.home, ports, plugins=program.plugins, pagecache=program.memory.pagecache)

    def _answering(self, running: Running, program: Program, password: str) -> Running:
        """The process once its database answers, or one on other ports when somebody was quicker to take its own."""
        for _ in range(ATTEMPTS - 1):
            try:
                self._await_answer(running, password)
            except StartFailed:
                self._discard_archive()
                if PORT_TAKEN not in self._said():
                    raise
                running = self._spawn(program, config.system_ports())
            else:
                return running
        self._await_answer(running, password)
        return running

    def _spawn(self, program: Program, ports: Ports) -> Running:
        self._configure(program, ports)
        self._log.parent.mkdir(exist_ok=True)
        if self._log.exists():
            self._log.replace(self._log.with_suffix(".log.1"))
        writes = "" if program.archive.reading() else str(program.archive.unfinished)
        command, environment = program.server_command(self.home), program.environment(self.home)
        pid = process.spawn(command, environment=environment, output=self._log)
        known_as = process.identity(pid) or "ended at once"
        running = Running(pid, known_as, ports.bolt, ports.http, archive=writes)
        state.record(self.home, running)
        return running

    def _await_answer(self, running: Running, password: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while running.is_alive:
            # Before it says so, what answers on these ports may be another server that was quicker to take them.
            if STARTED in self._said() and answers(running.ports, password):
                return
            if time.monotonic() > deadline:
                raise StartTimeout(
                    f"Neo4j (process {running.pid}) has not answered for {START_SECONDS:.0f} s and still starts. Run "
                    f"the same command again to go on waiting. The end of its log:\n{self.logs(20)}"
                )
            time.sleep(0.2)
        raise StartFailed(f"Neo4j ended while it started. The end of its log:\n{self.logs(30)}")

    def _said(self) -> str:
        return self._log.read_text(encoding="utf-8", errors="replace") if self._log.is_file() else ""

    @property
    def _log(self) -> Path:
        return self.home / "logs" / "console.log"


def _bytes_below(folder: Path) -> int:
    return sum(map(_size, folder.rglob("*")))


def _size(file: Path) -> int:
    try:
        return file.stat().st_size if file.is_file() else 0
    except FileNotFoundError:  # a running server removes files as it goes
        return 0


def _silent(_: str) -> None:
    """Nobody asked to be told."""
