"""`graphmem demo --serve` as a person calls it: it loads, ends with an address, serves there, and stops at Ctrl-C."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from graphmem.settings import Settings
from graphmem_api.pages import EXPLORER

ROOT = Path(__file__).parent.parent.parent
pytestmark = pytest.mark.slow


@pytest.fixture
def place(settings: Settings) -> Iterator[tuple[subprocess.Popen[bytes], str, Path]]:
    """The process, the address that it is told, and the file that holds what it says."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    assert settings.password
    own = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": settings.password.get_secret_value(),
        "GRAPHMEM_API_PORT": str(port), "GRAPHMEM_CONSOLIDATE_EVERY": "0", "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'api'}",
        "NO_COLOR": "1", "COLUMNS": "160",
    }  # fmt: skip
    with tempfile.NamedTemporaryFile() as said:
        process = subprocess.Popen(
            [sys.executable, "-m", "graphmem", "demo", "--serve"],
            env={**os.environ, **own},
            stdout=said,
            stderr=subprocess.STDOUT,
        )
        try:
            yield process, f"http://127.0.0.1:{port}", Path(said.name)
        finally:
            process.kill()
            process.wait(timeout=30)


@pytest.mark.timeout(300)
def test_it_serves_until_it_is_stopped(place: tuple[subprocess.Popen[bytes], str, Path]) -> None:
    """The address that it ends with has the explorer and the example behind it; Ctrl-C stops it without a traceback."""
    process, url, said = place
    until = time.monotonic() + 240
    while True:
        assert process.poll() is None, said.read_text(encoding="utf-8")
        assert time.monotonic() < until
        try:
            if httpx.get(f"{url}/ready", timeout=5).status_code == 200:
                break
        except httpx.TransportError:
            time.sleep(0.2)
    told = said.read_text(encoding="utf-8")
    assert f"{url}/#/w/demo-story/graph" in told.split("See it in the explorer")[1]
    page = httpx.get(url)
    assert page.status_code == 200
    assert ("/assets/" in page.text) == (EXPLORER / "index.html").is_file()
    asked = {"query": '{ impact(workspace: "demo-story", name: "SessionPersister") { dependents { entity { name } } } }'}
    answer = httpx.post(f"{url}/graphql", json=asked, timeout=30).json()
    assert answer["data"]["impact"]["dependents"] == [{"entity": {"name": "RecordEvent"}}]
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) in (0, 130, -signal.SIGINT)
    ended = said.read_text(encoding="utf-8")
    assert "Traceback" not in ended
    assert "Finished server process" in ended
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{url}/ready", timeout=5)
