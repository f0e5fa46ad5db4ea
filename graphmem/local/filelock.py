"""Exclusive use of a folder between processes (and threads) by an advisory lock that dies with its holder."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from graphmem.local.errors import HomeBusy

Report = Callable[[str], None]
POLL_SECONDS = 0.1


@contextmanager
def exclusive(path: Path, *, waiting_for: str, report: Report, timeout: float = 600.0) -> Iterator[None]:
    """Holds the lock file while the block runs; raises HomeBusy when another holder keeps it for `timeout` seconds."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        _wait(descriptor, path, waiting_for, report, timeout)
        yield
    finally:
        os.close(descriptor)  # releases the lock; the file stays, for removing it would let two holders in


def _wait(descriptor: int, path: Path, waiting_for: str, report: Report, timeout: float) -> None:
    deadline = time.monotonic() + timeout
    said = False
    while not try_lock(descriptor):
        if not said:
            report(f"Waiting for another process to finish {waiting_for} ...")
            said = True
        if time.monotonic() > deadline:
            raise HomeBusy(f"Another process has held {path} for {timeout:.0f} s. Look for it, end it, and try again.")
        time.sleep(POLL_SECONDS)


def try_lock(descriptor: int) -> bool:
    """Takes the lock of an open file if nobody holds it."""
    import fcntl  # not on Windows, where graphmem works with a server given by URI

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_locked_by_neo4j(store_lock: Path) -> bool:
    """Whether a running Neo4j holds the lock file of a data folder (Java locks by record, not by flock)."""
    import fcntl

    if not store_lock.exists():
        return False
    with store_lock.open("rb+") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            return True
    return False
