"""The locked jars: fetched once, verified, resumable, never mixed."""

import gc
import hashlib
import multiprocessing
import threading
import zipfile
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import jgo.maven._core
import pytest

from graphmem.local import fetch
from graphmem.local.errors import ChecksumMismatch, FetchFailed
from graphmem.local.fetch import ensure_jars, installation
from graphmem.local.lock import Jar, gds_version, neo4j_version, read_lock

CONTENT = {"neo4j": b"the server", "netty": b"the network " * 1000, "proc": b"the procedures"}


def a_jar(folder: str, group: str, artifact: str, version: str, classifier: str = "") -> Jar:
    content = CONTENT[artifact]
    return Jar(folder, group, artifact, version, classifier, len(content), hashlib.sha256(content).hexdigest())


JARS = (
    a_jar("lib", "org.neo4j", "neo4j", "5.26.31"),
    a_jar("lib", "io.netty", "netty", "4.1", "linux-x86_64"),
    a_jar("plugins", "org.neo4j.gds", "proc", "2.13.9"),
)


class Repository:
    """The network's edge: hands out jars, counts, and fails as told."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.failures: dict[str, list[Exception | bytes]] = {}

    def __call__(self, jar: Jar, folder: Path) -> Path:
        self.asked.append(jar.artifact)
        answer: Exception | bytes = CONTENT[jar.artifact]
        if queued := self.failures.get(jar.artifact):
            answer = queued.pop(0)
        if isinstance(answer, Exception):
            raise answer
        folder.joinpath("download").write_bytes(answer)
        return folder / "download"


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setattr(fetch, "PAUSES", (0.0, 0.0))
    return Repository()


def everything_below(folder: Path) -> set[str]:
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


INSTALLED = {"lib/neo4j-5.26.31.jar", "lib/netty-4.1-linux-x86_64.jar", "plugins/proc-2.13.9.jar", "classpath.jar", "verified"}


def test_each_jar_lies_verified_in_its_folder(tmp_path: Path, repository: Repository) -> None:
    """After the fetch the folder holds the locked jars under their own names and nothing else."""
    said: list[str] = []
    folder = ensure_jars(tmp_path, JARS, report=said.append, download=repository)
    assert folder == installation(tmp_path, JARS) == tmp_path / "neo4j-5.26.31-gds-2.13.9"
    assert everything_below(folder) == INSTALLED
    assert folder.joinpath("lib/neo4j-5.26.31.jar").read_bytes() == CONTENT["neo4j"]
    assert said[0] == "Fetching Neo4j and Graph Data Science: 3 files, 0 MB, once."


def test_the_class_path_names_every_jar(tmp_path: Path, repository: Repository) -> None:
    """The jar that stands for all names each in the order of the lock, in lines as short as a manifest demands."""
    folder = ensure_jars(tmp_path, JARS, report=print, download=repository)
    with zipfile.ZipFile(folder / "classpath.jar") as jar:
        manifest = jar.read("META-INF/MANIFEST.MF")
    assert all(len(line) <= 70 for line in manifest.split(b"\r\n"))
    named = manifest.replace(b"\r\n ", b"").decode().partition("Class-Path: ")[2]
    assert named.split() == [jar.path.as_posix() for jar in JARS]


def test_fetched_once(tmp_path: Path, repository: Repository) -> None:
    """A second call asks the network for nothing and says nothing."""
    ensure_jars(tmp_path, JARS, report=print, download=repository)
    said: list[str] = []
    ensure_jars(tmp_path, JARS, report=said.append, download=repository)
    assert len(repository.asked) == 3
    assert said == []


def test_a_wrong_file_is_refused(tmp_path: Path, repository: Repository) -> None:
    """A file with another content than the lock names never gets its final name, and the error names it."""
    repository.failures["netty"] = [b"x" * len(CONTENT["netty"])] * 3
    with pytest.raises(ChecksumMismatch, match=r"netty-4\.1-linux-x86_64\.jar"):
        ensure_jars(tmp_path, JARS, report=print, download=repository)
    found = everything_below(installation(tmp_path, JARS))
    assert "lib/netty-4.1-linux-x86_64.jar" not in found
    assert "verified" not in found


def test_a_cut_off_download_is_tried_again(tmp_path: Path, repository: Repository) -> None:
    """A short file and a broken connection are each tried again before anybody hears of them."""
    repository.failures["netty"] = [CONTENT["netty"][:100], ConnectionError("reset")]
    folder = ensure_jars(tmp_path, JARS, report=print, download=repository)
    assert repository.asked.count("netty") == 3
    assert everything_below(folder) == INSTALLED


def test_offline_says_what_to_do(tmp_path: Path, repository: Repository) -> None:
    """Without a network the error names the way out, and what came before is kept for the next try."""
    repository.failures["proc"] = [ConnectionError("no route")] * 3
    with pytest.raises(FetchFailed, match=r"(?s)no route.*connect and run.*GRAPHMEM_URI"):
        ensure_jars(tmp_path, JARS, report=print, download=repository)
    repository.asked.clear()
    ensure_jars(tmp_path, JARS, report=print, download=repository)
    assert "proc" in repository.asked
    assert len(repository.asked) < 3


def test_resumes_where_it_was_killed(tmp_path: Path, repository: Repository) -> None:
    """Of a fetch that was killed, whole jars are kept, a damaged one is fetched again, scratch files vanish."""
    folder = ensure_jars(tmp_path, JARS, report=print, download=repository)
    folder.joinpath("verified").unlink()
    folder.joinpath("lib/neo4j-5.26.31.jar").write_bytes(b"The server")  # the same size, another content
    folder.joinpath("scratch-of-a-dead-process").mkdir()
    repository.asked.clear()
    ensure_jars(tmp_path, JARS, report=print, download=repository)
    assert repository.asked == ["neo4j"]
    assert everything_below(folder) == INSTALLED
    assert not folder.joinpath("scratch-of-a-dead-process").exists()


def test_a_removed_jar_is_noticed(tmp_path: Path, repository: Repository) -> None:
    """The stamp does not hide that a jar was deleted later."""
    folder = ensure_jars(tmp_path, JARS, report=print, download=repository)
    folder.joinpath("plugins/proc-2.13.9.jar").unlink()
    repository.asked.clear()
    ensure_jars(tmp_path, JARS, report=print, download=repository)
    assert repository.asked == ["proc"]


def test_a_jar_that_is_not_locked_is_removed(tmp_path: Path, repository: Repository) -> None:
    """A new lock with fewer jars leaves none behind for Neo4j to load."""
    ensure_jars(tmp_path, JARS, report=print, download=repository)
    folder = ensure_jars(tmp_path, (JARS[0], JARS[2]), report=print, download=repository)
    assert everything_below(folder) == INSTALLED - {"lib/netty-4.1-linux-x86_64.jar"}


def _download_slowly(log: Path, jar: Jar, folder: Path) -> Path:
    with log.open("a") as out:
        out.write(f"{jar.artifact}\n")
    threading.Event().wait(0.3)
    folder.joinpath("download").write_bytes(CONTENT[jar.artifact])
    return folder / "download"


def _fetch_in_a_process(cache: Path, log: Path) -> None:
    ensure_jars(cache, JARS, report=print, download=partial(_download_slowly, log))


def test_two_processes_at_once(tmp_path: Path) -> None:
    """Two processes that fetch at the same time ask once for each jar, and both end well."""
    log = tmp_path / "asked"
    context = multiprocessing.get_context("spawn")
    both = [context.Process(target=_fetch_in_a_process, args=(tmp_path, log)) for _ in range(2)]
    for process in both:
        process.start()
    for process in both:
        process.join(60)
    assert [process.exitcode for process in both] == [0, 0]
    assert sorted(log.read_text().split()) == ["neo4j", "netty", "proc"]
    assert everything_below(installation(tmp_path, JARS)) == INSTALLED


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """A test's own server has nothing to say."""


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Jar], None]]:
    """A Maven repository on this machine, in the place of the public one; call it to publish a jar."""
    root = tmp_path / "repository"
    root.mkdir()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=root))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    here = {"here": f"http://127.0.0.1:{server.server_port}"}
    monkeypatch.setattr(jgo.maven._core, "DEFAULT_REMOTE_REPOS", here)

    def publish(jar: Jar) -> None:
        file = root.joinpath(*jar.group.split("."), jar.artifact, jar.version, jar.filename)
        file.parent.mkdir(parents=True)
        file.write_bytes(CONTENT[jar.artifact])
        file.with_name(f"{jar.filename}.sha1").write_text(hashlib.sha1(CONTENT[jar.artifact]).hexdigest())

    yield publish
    server.shutdown()
    thread.join()
    server.server_close()


def test_jgo_finds_the_locked_coordinates(tmp_path: Path, maven: Callable[[Jar], None]) -> None:
    """The real download asks a Maven repository for group, artifact, version and classifier of each jar."""
    for jar in JARS:
        maven(jar)
    assert everything_below(ensure_jars(tmp_path / "cache", JARS, report=print)) == INSTALLED


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_an_artifact_that_is_nowhere(tmp_path: Path, maven: Callable[[Jar], None], monkeypatch: pytest.MonkeyPatch) -> None:
    """A repository without the artifact is a named error, not a crash of the library that asks."""
    monkeypatch.setattr(fetch, "PAUSES", ())
    maven(JARS[0])
    with pytest.raises(FetchFailed, match="not found"):
        ensure_jars(tmp_path / "cache", JARS, report=print)
    gc.collect()  # jgo leaves the sockets of such answers to the collector: here, not in a later test


def test_the_committed_lock() -> None:
    """The lock file names 344 different jars of the supported versions, the Browser among them."""
    jars = read_lock()
    assert len(jars) == len({jar.path for jar in jars}) == 344
    assert (neo4j_version(jars), gds_version(jars)) == ("5.26.31", "2.13.9")
    assert {jar.folder for jar in jars if jar.group == "org.neo4j.gds"} == {"plugins"}
    assert "neo4j-browser" in {jar.artifact for jar in jars}


def test_a_broken_lock_names_its_line(tmp_path: Path) -> None:
    """A line that is none is refused by file and number."""
    broken = tmp_path / "some.tsv"
    broken.write_text("folder\tgroup\nlib\torg.neo4j\n")
    with pytest.raises(ValueError, match=r"some\.tsv:2"):
        read_lock(broken)
