"""Settings: the environment decides, and a machine of one's own needs none."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from graphmem.settings import Settings, cache_folder, data_folder


@pytest.fixture(autouse=True)
def bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("URI", "USER", "PASSWORD", "DATABASE", "HOME", "CACHE", "HEAP", "PAGECACHE", "AUTHOR", "WORKSPACE"):
        monkeypatch.delenv(f"GRAPHMEM_{name}", raising=False)


def test_nothing_has_to_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any variable the managed server is meant, in the user's own folders, and the user speaks."""
    monkeypatch.setenv("LOGNAME", "ana")
    settings = Settings()
    assert (settings.uri, settings.user, settings.password, settings.database) == (None, "neo4j", None, "neo4j")
    assert (settings.home, settings.cache) == (data_folder(), cache_folder())
    assert (settings.author, settings.workspace) == ("ana", None)


def test_the_environment_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each variable changes its setting; an empty one counts as not set."""
    monkeypatch.setenv("GRAPHMEM_URI", "neo4j+s://db.example.org:7687")
    monkeypatch.setenv("GRAPHMEM_HOME", "~/memory")
    monkeypatch.setenv("GRAPHMEM_AUTHOR", "bo")
    monkeypatch.setenv("GRAPHMEM_HEAP", "3G")
    monkeypatch.setenv("GRAPHMEM_WORKSPACE", "")
    settings = Settings()
    assert settings.uri == "neo4j+s://db.example.org:7687"
    assert settings.home == Path.home() / "memory"
    assert (settings.author, settings.heap, settings.workspace) == ("bo", "3g", None)


def test_the_password_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings can be printed."""
    monkeypatch.setenv("GRAPHMEM_PASSWORD", "a-secret")
    settings = Settings()
    assert "a-secret" not in f"{settings} {settings!r}"
    assert settings.password is not None
    assert settings.password.get_secret_value() == "a-secret"


@pytest.mark.parametrize("uri", ["localhost:7687", "http://localhost:7474", "bolt+x://host", "neo4j://"])
def test_another_scheme_is_refused(monkeypatch: pytest.MonkeyPatch, uri: str) -> None:
    """A URI that no driver would take is refused at once, with an example."""
    monkeypatch.setenv("GRAPHMEM_URI", uri)
    with pytest.raises(ValidationError, match="bolt://localhost:7687"):
        Settings()


@pytest.mark.parametrize("size", ["3", "3 g", "lots", "0g"])
def test_a_size_needs_its_unit(monkeypatch: pytest.MonkeyPatch, size: str) -> None:
    """A heap without a unit would be bytes to Java: it is refused."""
    monkeypatch.setenv("GRAPHMEM_HEAP", size)
    with pytest.raises(ValidationError, match="512m or 3g"):
        Settings()


def test_folders_follow_the_platform() -> None:
    """Each platform's convention is followed, a stated XDG folder wins, a relative one is ignored as XDG says."""
    home = Path.home()
    assert data_folder({}, "linux") == home / ".local/share/graphmem"
    assert data_folder({}, "darwin") == home / "Library/Application Support/graphmem"
    assert cache_folder({}, "linux") == home / ".cache/graphmem"
    assert cache_folder({}, "darwin") == home / "Library/Caches/graphmem"
    assert data_folder({"LOCALAPPDATA": "/c/local"}, "win32") == Path("/c/local/graphmem")
    assert data_folder({"XDG_DATA_HOME": "/data"}, "linux") == Path("/data/graphmem")
    assert data_folder({"XDG_DATA_HOME": "data"}, "linux") == home / ".local/share/graphmem"
