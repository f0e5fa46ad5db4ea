"""Fetches the locked jars once: in parallel, verified before they get their final name, resumable."""

import hashlib
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from graphmem.local import archive, classpath
from graphmem.local.errors import ChecksumMismatch, FetchFailed
from graphmem.local.filelock import Report, exclusive
from graphmem.local.lock import Jar, gds_version, neo4j_version
from graphmem.local.progress import Progress, progress

Download = Callable[[Jar, Path], Path]
"""Fetches a jar into a scratch folder and says where it lies; raises any exception when it cannot."""

THREADS = 8
PAUSES = (1.0, 3.0, 6.0)  # seconds before each further attempt: a repository that throttles wants to be left alone
STAMP = "verified"


def installation(cache: Path, jars: Sequence[Jar]) -> Path:
    """The folder of the locked server; both versions are in its name, so that no two sets of jars ever mix."""
    return cache / f"neo4j-{neo4j_version(jars)}-gds-{gds_version(jars)}"


def ensure_jars(cache: Path, jars: Sequence[Jar], *, report: Report, download: Download | None = None) -> Path:
    """The folder in which every locked jar lies verified; raises FetchFailed or ChecksumMismatch."""
    target = installation(cache, jars)
    if _is_complete(target, jars):
        return target
    with exclusive(cache / f"{target.name}.lock", waiting_for="fetching Neo4j", report=report, timeout=1800.0):
        if not _is_complete(target, jars):
            _complete(target, jars, report, download or _download_with_jgo)
    return target


def _is_complete(target: Path, jars: Sequence[Jar]) -> bool:
    """A stamp of these very jars and the right sizes: hashing 150 MB again at every start would cost a second."""
    stamp = target / STAMP
    if not stamp.is_file() or stamp.read_text(encoding="ascii") != _digest(jars):
        return False
    return (target / classpath.NAME).is_file() and all(_size(target / jar.path) == jar.size for jar in jars)


def _complete(target: Path, jars: Sequence[Jar], report: Report, download: Download) -> None:
    (target / STAMP).unlink(missing_ok=True)
    shutil.rmtree(target / archive.FOLDER, ignore_errors=True)  # class archives fit the very files they were made from
    _remove_foreign(target, jars)
    missing = [jar for jar in jars if not _is_intact(target / jar.path, jar)]
    if missing:
        _fetch_all(target, missing, report, download)
    classpath.write_class_path(target, jars)
    _write_stamp(target, jars)


def _remove_foreign(target: Path, jars: Sequence[Jar]) -> None:
    """Neo4j loads whatever lies in these folders: a jar that is not locked must not."""
    wanted = {jar.path for jar in jars}
    for folder in ("lib", "plugins"):
        (target / folder).mkdir(parents=True, exist_ok=True)
        for found in (target / folder).iterdir():
            if found.relative_to(target) not in wanted:
                found.unlink()


def _fetch_all(target: Path, missing: Sequence[Jar], report: Report, download: Download) -> None:
    total = sum(jar.size for jar in missing)
    report(f"Fetching Neo4j and Graph Data Science: {len(missing)} files, {total / 1e6:.0f} MB, once.")
    for left_over in target.glob("scratch-*"):
        shutil.rmtree(left_over)  # of a fetch that was killed; nobody else is here, the lock is ours
    with tempfile.TemporaryDirectory(prefix="scratch-", dir=target) as scratch, progress(total, report) as bar:
        _fetch_in_threads(target, missing, Path(scratch), download, bar)


def _fetch_in_threads(target: Path, missing: Sequence[Jar], scratch: Path, download: Download, bar: Progress) -> None:
    stop = threading.Event()
    with ThreadPoolExecutor(THREADS) as pool:
        running = [pool.submit(_fetch, jar, target, scratch, download, stop) for jar in missing]
        try:
            for done in as_completed(running):
                bar.advance(done.result().size)
        except BaseException:
            stop.set()
            pool.shutdown(wait=True, cancel_futures=True)
            raise


def _fetch(jar: Jar, target: Path, scratch: Path, download: Download, stop: threading.Event) -> Jar:
    """One jar, tried a few times; a wrong checksum is tried again too, for a cut-off download looks like one."""
    failure = _attempt(jar, target, scratch, download)
    for pause in PAUSES:
        if failure is None or stop.wait(pause):
            break
        failure = _attempt(jar, target, scratch, download)
    if failure is not None:
        raise _explained(jar, failure) from failure
    return jar


def _attempt(jar: Jar, target: Path, scratch: Path, download: Download) -> Exception | None:
    """Puts the jar in its place, or says why not; each attempt starts in an empty folder."""
    folder = Path(tempfile.mkdtemp(prefix=f"{jar.artifact}-", dir=scratch))
    try:
        _place(download(jar, folder), jar, target / jar.path)
    except Exception as error:  # jgo and requests raise a dozen kinds; the last one is reported with its text
        return error
    finally:
        shutil.rmtree(folder)
    return None


def _place(found: Path, jar: Jar, final: Path) -> None:
    if not _is_intact(found, jar):
        raise ChecksumMismatch(
            f"{jar.filename} ({_size(found)} bytes) is not the file that the lock names ({jar.size} bytes, "
            f"sha256 {jar.sha256}). It was thrown away. Try again; if it stays so, something between this machine and "
            "the Maven repository changes files."
        )
    found.replace(final)


def _explained(jar: Jar, error: Exception) -> Exception:
    if isinstance(error, ChecksumMismatch):
        return error
    return FetchFailed(
        f"Could not fetch {jar.filename} ({type(error).__name__}: {error}). The managed server is downloaded once and "
        "needs the network for that: connect and run the same command again (what was fetched is kept), or set "
        "GRAPHMEM_URI to a Neo4j server of your own."
    )


def _download_with_jgo(jar: Jar, folder: Path) -> Path:
    from jgo.maven import MavenContext  # half a second to import, needed once in a machine's life

    context = MavenContext(repo_cache=folder, local_repos=[], timeout=30)
    component = context.project(jar.group, jar.artifact).at_version(jar.version)
    return Path(component.artifact(classifier=jar.classifier).resolve())


def _is_intact(path: Path, jar: Jar) -> bool:
    if _size(path) != jar.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == jar.sha256


def _size(path: Path) -> int:
    return path.stat().st_size if path.is_file() else -1


def _digest(jars: Sequence[Jar]) -> str:
    return hashlib.sha256("\n".join(f"{jar.path} {jar.sha256}" for jar in jars).encode()).hexdigest()


def _write_stamp(target: Path, jars: Sequence[Jar]) -> None:
    unfinished = target / f"{STAMP}.{time.monotonic_ns()}"
    unfinished.write_text(_digest(jars), encoding="ascii")
    unfinished.replace(target / STAMP)
