"""The managed local server: a Neo4j process of our own on one home folder."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from graphmem.local import config, process
from graphmem.local.config import Endpoint, Ports
from graphmem.local.errors import PlatformUnsupported, StartFailed, StartTimeout, StopTimeout, StoreInUse
from graphmem.local.fetch import ensure_jars
from graphmem.local.filelock import Report, exclusive, is_locked_by_neo4j
from graphmem.local.java import Memory, find_java, fitting_memory
from graphmem.local.launch import Program, environment
from graphmem.local.lock import gds_version, neo4j_version, read_lock
from graphmem.local.probe import answers

START_SECONDS = 90.0
STOP_SECONDS = 120.0
LONG_STOP_SECONDS = 10.0
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


@dataclass(frozen=True, slots=True)
class _Running:
    """What is written down about the process: `ready` once the database answered, until it is asked to stop."""

    pid: int
    known_as: str
    bolt: int
    http: int
    ready: bool

    @property
    def ports(self) -> Ports:
        return Ports(self.bolt, self.http)


class LocalServer:
    """One Neo4j on one home folder, however many programs ask for it."""

    def __init__(self, home: Path, cache: Path, *, memory: Memory | None = None) -> None:
        if os.name != "posix":
            raise PlatformUnsupported(
                "The managed server runs on Linux and macOS. Here, start Neo4j with Docker (docker-compose.yml) or by "
                "other means and set GRAPHMEM_URI."
            )
        self.home, self.cache = home.expanduser().absolute(), cache.expanduser().absolute()
        self._memory = memory

    def up(self, *, report: Report | None = None) -> Endpoint:
        """Starts the server unless it runs, and says how to reach it; raises a LocalServerError."""
        running = self._running()
        if running and running.ready:
            return config.endpoint(running.ports, config.read_password(self.home))
        with self.held("starting", report) as say:
            return self.start(say)

    def down(self, *, report: Report | None = None) -> bool:
        """Stops the server and says whether it ran; raises StopTimeout."""
        with self.held("starting or saving", report) as say:
            return self.stop(say)

    def status(self) -> Status:
        """What runs now, without waiting for anything."""
        running, jars = self._running(), read_lock()
        reachable = running is not None and config.password_file(self.home).is_file()
        return Status(
            running=running is not None,
            endpoint=config.endpoint(running.ports, config.read_password(self.home)) if running and reachable else None,
            pid=running.pid if running else None,
            neo4j=neo4j_version(jars),
            gds=gds_version(jars),
            store_bytes=_bytes_below(self.home / "data"),
            home=self.home,
        )

    def logs(self, lines: int = 50) -> str:
        """The end of what the server said since its last start."""
        return _tail(self._log, lines)

    @contextmanager
    def held(self, waiting_for: str, report: Report | None) -> Iterator[Report]:
        """Keeps others from starting, stopping or saving this server while the block runs."""
        say = report or _silent
        self.home.mkdir(parents=True, exist_ok=True, mode=0o700)
        with exclusive(self.home / "graphmem.lock", waiting_for=waiting_for, report=say):
            yield say

    def start(self, report: Report) -> Endpoint:
        """Starts the server while the home is held, or waits for one that is just starting."""
        running = self._running()
        if running is None:
            program = self.program(report)
            self._refuse_foreign_server()
            password = self._prepare(program)
            report("Starting Neo4j ...")
            running = self._launch(program, password)
        else:
            password = config.read_password(self.home)
            self._await_answer(running, password)
        self._write(running, ready=True)
        config.remember_ports(self.home, running.ports)
        return config.endpoint(running.ports, password)

    def stop(self, report: Report) -> bool:
        """Stops the server while the home is held."""
        running = self._running()
        if running is None:
            return False
        self._write(running, ready=False)
        process.terminate(running.pid, running.known_as)
        if not process.wait_until_gone(running.pid, running.known_as, LONG_STOP_SECONDS):
            report("Neo4j is still writing its store to disk; waiting ...")
            if not process.wait_until_gone(running.pid, running.known_as, STOP_SECONDS):
                raise StopTimeout(
                    f"Neo4j (process {running.pid}) was asked to stop and still runs after {STOP_SECONDS:.0f} s. Look "
                    "at `graphmem logs` and try again; as a last resort end the process, the store recovers."
                )
        self._state.unlink(missing_ok=True)
        return True

    def program(self, report: Report) -> Program:
        """The installed Neo4j, fetched if need be, and the Java for it."""
        java = find_java()
        folder = ensure_jars(self.cache, read_lock(), report=report)
        return Program(folder, java, self._memory or fitting_memory())

    def has_store(self) -> bool:
        """Whether the home holds data."""
        return (self.home / "data" / "databases" / "system").is_dir()

    def configure(self, program: Program, ports: Ports) -> None:
        """Writes neo4j.conf."""
        write_configuration(self.home, program, ports)

    @property
    def _log(self) -> Path:
        return self.home / "logs" / "console.log"

    @property
    def _state(self) -> Path:
        return self.home / "server.json"

    def _running(self) -> _Running | None:
        """The recorded process if it is still that very process."""
        try:
            recorded = _Running(**json.loads(self._state.read_text(encoding="ascii")))
        except FileNotFoundError:
            return None
        return recorded if process.is_running(recorded.pid, recorded.known_as) else None

    def _write(self, running: _Running, *, ready: bool) -> None:
        fields = {"pid": running.pid, "known_as": running.known_as, "bolt": running.bolt, "http": running.http}
        config.write_private(self._state, json.dumps(fields | {"ready": ready}))

    def _refuse_foreign_server(self) -> None:
        if is_locked_by_neo4j(self.home / "data" / "databases" / "store_lock"):
            raise StoreInUse(
                f"Another Neo4j uses the store in {self.home / 'data'}. Stop it, or set GRAPHMEM_HOME to another folder."
            )

    def _prepare(self, program: Program) -> str:
        """The password of the store; a new store gets a generated one before anything listens."""
        if self.has_store():
            return config.read_password(self.home)
        password = config.ensure_password(self.home)
        write_configuration(self.home, program, config.read_ports(self.home))
        set_password(self.home, program)
        return password

    def _launch(self, program: Program, password: str) -> _Running:
        for attempt in range(1, ATTEMPTS + 1):
            ports = config.free_ports(config.read_ports(self.home))
            write_configuration(self.home, program, ports)
            running = self._spawn(program, ports)
            try:
                self._await_answer(running, password)
            except StartFailed:
                lost_a_port = not (config.is_free(ports.bolt) and config.is_free(ports.http))
                if attempt == ATTEMPTS or not lost_a_port:
                    raise
            else:
                return running
        raise AssertionError("the last attempt either returns or raises")

    def _spawn(self, program: Program, ports: Ports) -> _Running:
        self._log.parent.mkdir(exist_ok=True)
        if self._log.exists():
            self._log.replace(self._log.with_suffix(".log.1"))
        pid = process.spawn(program.server_command(self.home), environment=environment(self.home), output=self._log)
        running = _Running(pid, process.identity(pid) or "ended at once", ports.bolt, ports.http, ready=False)
        self._write(running, ready=False)
        return running

    def _await_answer(self, running: _Running, password: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while process.is_running(running.pid, running.known_as):
            if answers(running.ports, password):
                return
            if time.monotonic() > deadline:
                raise StartTimeout(
                    f"Neo4j (process {running.pid}) has not answered for {START_SECONDS:.0f} s and still starts. Run the "
                    f"same command again to go on waiting. The end of its log:\n{self.logs(20)}"
                )
            time.sleep(0.2)
        raise StartFailed(f"Neo4j ended while it started. The end of its log:\n{self.logs(30)}")


def write_configuration(home: Path, program: Program, ports: Ports) -> None:
    """Writes neo4j.conf into a home folder."""
    (home / "conf").mkdir(parents=True, exist_ok=True)
    text = config.configuration(ports, plugins=program.plugins, pagecache=program.memory.pagecache)
    config.write_private(home / "conf" / "neo4j.conf", text)


def set_password(home: Path, program: Program) -> None:
    """Gives a new store its password, by file: the arguments of a process are there for everyone to read."""
    program.admin(home, "dbms", "set-initial-password", f"@{config.password_file(home)}")


def _tail(file: Path, lines: int) -> str:
    if not file.is_file():
        return ""
    return "\n".join(file.read_text(encoding="utf-8", errors="replace").splitlines()[-lines:])


def _bytes_below(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())


def _silent(_: str) -> None:
    """Nobody asked to be told."""
