"""A first start that never came to its end leaves nothing in the way, and nothing is ever deleted on a guess."""

from pathlib import Path

from graphmem.local import first


def a_store(home: Path, content: str) -> None:
    (home / "data").mkdir()
    (home / "data" / "store").write_text(content)


def test_what_a_killed_first_start_left_is_set_aside(tmp_path: Path) -> None:
    """The next first start begins without the half-made store, which is kept beside."""
    first.begin(tmp_path)
    a_store(tmp_path, "half")
    first.begin(tmp_path)
    assert first.is_pending(tmp_path)
    assert not (tmp_path / "data").exists()
    assert (tmp_path / "data.unfinished" / "store").read_text() == "half"


def test_a_store_that_answered_is_never_moved(tmp_path: Path) -> None:
    """Once the database answered, neither setting aside nor a later first start touches its store."""
    first.begin(tmp_path)
    a_store(tmp_path, "a memory")
    first.finish(tmp_path)
    first.set_aside(tmp_path)
    assert not first.is_pending(tmp_path)
    assert (tmp_path / "data" / "store").read_text() == "a memory"


def test_only_the_last_accident_is_kept(tmp_path: Path) -> None:
    """Several killed first starts do not fill the disk."""
    for content in ("one", "two"):
        first.begin(tmp_path)
        a_store(tmp_path, content)
        first.set_aside(tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["data.unfinished"]
    assert (tmp_path / "data.unfinished" / "store").read_text() == "two"
