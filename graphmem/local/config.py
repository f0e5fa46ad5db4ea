"""What the server is told: neo4j.conf, its ports and its password, all kept in the home folder."""

import json
import os
import secrets
import socket
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from graphmem.local.errors import PasswordRefused

HOST = "127.0.0.1"
USER = "neo4j"


@dataclass(frozen=True, slots=True)
class Ports:
    """Where the server listens on the loopback interface."""

    bolt: int = 7687
    http: int = 7474


@dataclass(frozen=True, slots=True)
class Endpoint:
    """How to reach the running server; `http_url` opens Neo4j Browser."""

    uri: str
    user: str
    password: str
    http_url: str

    def __repr__(self) -> str:
        """Without the password: endpoints end up in logs."""
        return f"Endpoint(uri={self.uri!r}, user={self.user!r}, http_url={self.http_url!r})"


def endpoint(ports: Ports, password: str) -> Endpoint:
    """The way to a server that listens on these ports."""
    return Endpoint(
        uri=f"bolt://{HOST}:{ports.bolt}",
        user=USER,
        password=password,
        http_url=f"http://{HOST}:{ports.http}/browser/",
    )


def configuration(ports: Ports, *, plugins: Path, pagecache: int) -> str:
    """The text of neo4j.conf: loopback only, silent towards its maker, no file import, GDS and nothing else allowed."""
    settings = {
        "server.default_listen_address": HOST,
        "server.bolt.listen_address": f"{HOST}:{ports.bolt}",
        "server.bolt.advertised_address": f"{HOST}:{ports.bolt}",
        "server.http.enabled": "true",
        "server.http.listen_address": f"{HOST}:{ports.http}",
        "server.http.advertised_address": f"{HOST}:{ports.http}",
        "server.https.enabled": "false",
        # Bolt waits 5 s twice for its idle threads when it stops, long after the databases are closed.
        "internal.server.bolt.thread_pool_shutdown_wait_time": "500ms",
        "server.directories.plugins": str(plugins),
        "server.memory.pagecache.size": f"{pagecache}m",
        "dbms.security.auth_enabled": "true",
        "dbms.security.procedures.unrestricted": "gds.*",
        "dbms.security.procedures.allowlist": "gds.*",
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "dbms.usage_report.enabled": "false",
        "client.allow_telemetry": "false",
        "db.lock.acquisition.timeout": "10s",
        "db.transaction.timeout": "120s",
        "db.memory.transaction.max": "1g",
        "db.tx_log.rotation.size": "64m",  # allocated ahead for two databases: the usual 256m is half a gigabyte
        "db.tx_log.rotation.retention_policy": "1 days 512m",
    }
    return "".join(f"{key}={value}\n" for key, value in settings.items())


def write_configuration(home: Path, ports: Ports, *, plugins: Path, pagecache: int) -> None:
    """Writes neo4j.conf into a home folder."""
    (home / "conf").mkdir(parents=True, exist_ok=True)
    write_private(home / "conf" / "neo4j.conf", configuration(ports, plugins=plugins, pagecache=pagecache))


def read_ports(home: Path) -> Ports:
    """The ports of the last start, or the usual ones."""
    file = home / "ports.json"
    return Ports(**json.loads(file.read_text(encoding="ascii"))) if file.is_file() else Ports()


def remember_ports(home: Path, ports: Ports) -> None:
    """Keeps the ports, so that bookmarks and open browsers stay right after a restart."""
    write_private(home / "ports.json", json.dumps(asdict(ports)))


def free_ports(wanted: Ports) -> Ports:
    """The wanted ports, each replaced by a free one where somebody else listens on it."""
    bolt = next(port for port in _from(wanted.bolt) if port != wanted.http and is_free(port))
    http = next(port for port in _from(wanted.http) if port != bolt and is_free(port))
    return Ports(bolt, http)


def system_ports() -> Ports:
    """Two ports that the system offers: other servers that start at this moment look at the same neighbours, and not here."""
    bolt, http, *_ = dict.fromkeys(_offered() for _ in range(20))
    return Ports(bolt, http)


def _from(port: int) -> Iterator[int]:
    """The port, its neighbours, which are easy to recognise, then whatever the system has."""
    yield from range(port, min(port + 50, 65536))
    while True:
        yield _offered()


def _offered() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
    return port


def is_free(port: int) -> bool:
    """Whether nobody listens on the port, on the loopback interface or on all of them."""
    with socket.socket() as probe:
        probe.settimeout(1.0)
        if probe.connect_ex((HOST, port)) == 0:
            return False
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as Java does: closed connections do not count
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def password_file(home: Path) -> Path:
    """Where the generated password is kept."""
    return home / "password"


def read_password(home: Path) -> str:
    """The password of the store; raises PasswordRefused when its file is gone."""
    file = password_file(home)
    if not file.is_file():
        raise PasswordRefused(
            f"{file} is missing, and the store in {home / 'data'} has a password. Write it back into that file, "
            "restore a backup, or move the data folder away to start with an empty memory."
        )
    return file.read_text(encoding="utf-8").strip()


def ensure_password(home: Path) -> str:
    """The kept password, or a new one; letters and digits only, so that no program takes it for an option."""
    if not password_file(home).is_file():
        write_private(password_file(home), secrets.token_hex(20))
    return read_password(home)


def write_private(file: Path, text: str) -> None:
    """Writes a file that only its owner can read, in one step: it is there whole or not at all."""
    unfinished = file.with_name(f".{file.name}.{os.getpid()}")
    descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as out:
        out.write(text)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(file)
