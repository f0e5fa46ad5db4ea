"""docker-compose.yml says what the managed server says; no container is started here."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from graphmem.local.config import Ports, configuration
from graphmem.local.lock import neo4j_version, read_lock

FILE = Path(__file__).parent.parent.parent / "docker-compose.yml"
# What differs in a container: addresses, folders, and settings that only a small disk asks for.
OWN_OF_THE_CONTAINER = (
    "listen_address",
    "advertised_address",
    "directories",
    "http.enabled",
    "tx_log",
    "internal.",
    "pagecache",
    "auth",
    "min_replan_interval",  # of the servers of the tests alone
)


@pytest.fixture(scope="module")
def service() -> dict[str, Any]:
    """The Neo4j service of the file."""
    services: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["services"]
    assert list(services) == ["neo4j", "api"]
    return dict(services["neo4j"])


@pytest.fixture(scope="module")
def api() -> dict[str, Any]:
    """The GraphQL service of the file."""
    return dict(yaml.safe_load(FILE.read_text(encoding="utf-8"))["services"]["api"])


def test_api_service(api: dict[str, Any]) -> None:
    """The GraphQL server is published on loopback only, waits for the database, and runs without any right."""
    assert all(port.startswith("127.0.0.1:") for port in api["ports"])
    assert api["depends_on"]["neo4j"]["condition"] == "service_healthy"
    assert api["environment"]["GRAPHMEM_PASSWORD"].startswith("${GRAPHMEM_PASSWORD:?")
    assert (api["read_only"], api["cap_drop"], api["profiles"]) == (True, ["ALL"], ["api"])
    recipe = (FILE.parent / "Dockerfile").read_text(encoding="utf-8")
    assert 'ENTRYPOINT ["graphmem"]' in recipe
    assert "\nUSER " in recipe


def settings(service: dict[str, Any]) -> dict[str, str]:
    """The settings as neo4j.conf has them: in the environment a dot is written `_` and an underscore `__`."""
    given = {
        k.removeprefix("NEO4J_"): str(v) for k, v in service["environment"].items() if k not in {"NEO4J_AUTH", "NEO4J_PLUGINS"}
    }
    return {k.replace("__", "\0").replace("_", ".").replace("\0", "_"): v for k, v in given.items()}


def test_same_neo4j(service: dict[str, Any]) -> None:
    """The image is that of the managed server's version, with the patch pinned, and GDS beside it."""
    assert service["image"] == f"neo4j:{neo4j_version(read_lock())}-community"
    assert "graph-data-science" in service["environment"]["NEO4J_PLUGINS"]


def test_loopback_only(service: dict[str, Any]) -> None:
    """Nothing is published beyond this machine, and there is no password in the file."""
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    assert service["environment"]["NEO4J_AUTH"].startswith("neo4j/${GRAPHMEM_PASSWORD:?")


def test_health_and_stop(service: dict[str, Any]) -> None:
    """`docker compose up --wait` has something to wait for, and a stop leaves time to write the store."""
    assert service["healthcheck"]["test"][-1].startswith("http://localhost:7474")
    assert service["stop_grace_period"] == "60s"
    assert {v.split(":")[1] for v in service["volumes"]} == {"/data", "/plugins"}


def test_same_settings(service: dict[str, Any]) -> None:
    """What the managed server is told about safety, limits and silence, the container is told too."""
    text = configuration(Ports(), plugins=Path("/plugins"), pagecache=256)
    managed = dict(line.split("=", 1) for line in text.splitlines())
    shared = {k: v for k, v in managed.items() if not any(part in k for part in OWN_OF_THE_CONTAINER)}
    assert len(shared) >= 8
    found = settings(service)
    assert {k: found.get(k) for k in shared} == shared
