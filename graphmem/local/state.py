"""What is written down about the running server process, so that any later program finds it again."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from graphmem.local import process
from graphmem.local.config import Ports, write_private


@dataclass(frozen=True, slots=True)
class Running:
    """The server process; `ready` from the first answer of the database until it is asked to stop."""

    pid: int
    known_as: str
    bolt: int
    http: int
    ready: bool = False
    archive: str = ""  # the class archive that it writes when it stops

    @property
    def ports(self) -> Ports:
        """Where it listens."""
        return Ports(self.bolt, self.http)

    @property
    def is_alive(self) -> bool:
        """Whether it is still that very process, and not a later one with its number."""
        return process.is_running(self.pid, self.known_as)


def recorded(home: Path) -> Running | None:
    """The last process that was written down; it may have died since."""
    try:
        return Running(**json.loads(_file(home).read_text(encoding="ascii")))
    except FileNotFoundError:
        return None


def running(home: Path) -> Running | None:
    """The recorded process, if it runs."""
    last = recorded(home)
    return last if last and last.is_alive else None


def record(home: Path, server: Running) -> None:
    """Writes the process down."""
    write_private(_file(home), json.dumps(asdict(server)))


def clear(home: Path) -> None:
    """Forgets the process: it was stopped in good order."""
    _file(home).unlink(missing_ok=True)


def _file(home: Path) -> Path:
    return home / "server.json"
