"""A process of our own: started so that it outlives us, recognised later, never confused with a recycled number."""

import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path


def spawn(command: list[str], *, environment: Mapping[str, str], output: Path) -> int:
    """Starts a process in a session of its own, its output going to a file, and returns its number.

    Nothing else is handed on: whoever waits for the end of one of our pipes must not wait for this process too.
    """
    actions: list[tuple[int, ...] | tuple[int, int, str, int, int]] = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(output), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
        (os.POSIX_SPAWN_DUP2, 1, 2),
        *((os.POSIX_SPAWN_CLOSE, descriptor) for descriptor in _inheritable()),
    ]
    return os.posix_spawn(command[0], command, environment, file_actions=actions, setsid=True)


def _inheritable() -> list[int]:
    """The open files that a new process would get from us, beside the three it is given anyway."""
    found = []
    for name in os.listdir("/dev/fd"):
        try:
            if int(name) > 2 and os.get_inheritable(int(name)):
                found.append(int(name))
        except OSError:
            continue  # closed since: the listing's own, or another thread's
    return found


def identity(pid: int) -> str | None:
    """What tells this process from a later one of the same number; None when it does not run."""
    found = _identity_from_proc(pid) if Path("/proc/self/stat").exists() else _identity_from_ps(pid)
    if found is None:
        _reap(pid)
    return found


def _identity_from_proc(pid: int) -> str | None:
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return None
    fields = text.rpartition(")")[2].split()  # the name in parentheses may itself hold blanks and parentheses
    state, started = fields[0], fields[19]
    if state in "ZX":
        return None
    boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    return f"{boot} {started}"


def _identity_from_ps(pid: int) -> str | None:
    answer = subprocess.run(["ps", "-o", "stat=,lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    state, _, started = answer.stdout.strip().partition(" ")
    return started.strip() if state and not state.startswith("Z") else None


def _reap(pid: int) -> None:
    """A child that ended stays listed until it is waited for."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return  # somebody else's child: somebody else waits for it


def is_running(pid: int, known_as: str) -> bool:
    """Whether the process recorded under this number and identity still runs."""
    return identity(pid) == known_as


def terminate(pid: int, known_as: str) -> None:
    """Asks that very process to end; nothing happens to another one that got its number."""
    if is_running(pid, known_as):
        os.kill(pid, signal.SIGTERM)


def wait_until_gone(pid: int, known_as: str, timeout: float) -> bool:
    """Waits for the end of the process and says whether it came in time."""
    deadline = time.monotonic() + timeout
    while is_running(pid, known_as):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.1)
    return True
