"""The first start: a store whose server was killed before it ever answered cannot be repaired, and holds nothing yet."""

import shutil
from pathlib import Path


def is_pending(home: Path) -> bool:
    """Whether a first start began here and no server has answered since."""
    return _marker(home).exists()


def begin(home: Path) -> None:
    """Marks the home before anything is written to its new store."""
    set_aside(home)
    _marker(home).touch()


def finish(home: Path) -> None:
    """The database answered: from now on the store is somebody's memory."""
    _marker(home).unlink(missing_ok=True)


def set_aside(home: Path) -> None:
    """Moves what is left of a first start that never came to its end out of the way."""
    if not is_pending(home):
        return
    data, aside = home / "data", home / "data.unfinished"
    if data.exists():
        shutil.rmtree(aside, ignore_errors=True)
        data.rename(aside)  # kept until the next such accident: nothing is ever deleted on a mere guess
    _marker(home).unlink()


def _marker(home: Path) -> Path:
    return home / "first-start"
