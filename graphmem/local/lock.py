"""The lock file: which jars make up the managed server, each with its size and sha256."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

LOCK_FILE = Path(__file__).with_name("neo4j.lock.tsv")


@dataclass(frozen=True, slots=True)
class Jar:
    """One locked artifact and the folder it belongs in (`lib` or `plugins`)."""

    folder: str
    group: str
    artifact: str
    version: str
    classifier: str
    size: int
    sha256: str

    @property
    def filename(self) -> str:
        """The name that a Maven repository gives the file."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        return f"{self.artifact}-{self.version}{suffix}.jar"

    @property
    def path(self) -> Path:
        """Where the jar stands inside the folder of the installation."""
        return Path(self.folder, self.filename)


def read_lock(path: Path = LOCK_FILE) -> tuple[Jar, ...]:
    """The jars of a lock file; raises ValueError for a line that is not one."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return tuple(_jar(path, number, line) for number, line in enumerate(lines[1:], start=2) if line)


def _jar(path: Path, number: int, line: str) -> Jar:
    fields = line.split("\t")
    if len(fields) != 7 or fields[0] not in ("lib", "plugins") or len(fields[6]) != 64:
        raise ValueError(f"{path.name}:{number} is not a line of a lock file: {line!r}")
    folder, group, artifact, version, classifier, size, sha256 = fields
    return Jar(folder, group, artifact, version, classifier, int(size), sha256)


def neo4j_version(jars: Sequence[Jar]) -> str:
    """The version of the locked Neo4j server."""
    return _version(jars, "org.neo4j", "neo4j")


def gds_version(jars: Sequence[Jar]) -> str:
    """The version of the locked Graph Data Science library."""
    return _version(jars, "org.neo4j.gds", "proc")


def _version(jars: Sequence[Jar], group: str, artifact: str) -> str:
    return next(jar.version for jar in jars if (jar.group, jar.artifact) == (group, artifact))
