"""The switches of a test run do what they promise."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from graphmem.memory import Memory

ROOT = Path(__file__).parent.parent.parent
SKIPPING = """
import pytest
def test_one():
    pytest.skip("no data here")
@pytest.mark.skipif(True, reason="no server here")
def test_two(): ...
@pytest.mark.xfail
def test_three():
    assert False
def test_four(): ...
"""


def outcome(folder: Path, source: str, **switches: str) -> str:
    """The last line of a run of `source` with the hooks of this project."""
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "tests.requiring",
        "-p",
        "no:cacheprovider",
        "-c",
        str(folder / "pytest.ini"),
        str(folder),
    ]
    own = {k: v for k, v in os.environ.items() if k != "GRAPHMEM_REQUIRE_ALL" and not k.startswith("PYTEST_")}
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=own | switches, timeout=60, check=False)
    return re.sub(r" in [\d.]+s.*", "", done.stdout.strip().splitlines()[-1])


@pytest.mark.slow
def test_require_all(tmp_path: Path) -> None:
    """With GRAPHMEM_REQUIRE_ALL=1 what would be skipped fails; without it, it is skipped; other tests are left alone."""
    assert outcome(tmp_path, SKIPPING) == "1 passed, 2 skipped, 1 xfailed"
    assert outcome(tmp_path, SKIPPING, GRAPHMEM_REQUIRE_ALL="1") == "1 failed, 1 passed, 1 xfailed, 1 error"


@pytest.mark.slow
def test_require_all_of_a_module(tmp_path: Path) -> None:
    """A module that skips itself fails too."""
    source = 'import pytest\npytest.skip("no data here", allow_module_level=True)\n'
    assert outcome(tmp_path, source, GRAPHMEM_REQUIRE_ALL="1").endswith("1 error")


async def test_the_servers_remarks_fail_a_test(memory: Memory) -> None:
    """What the server remarks about a statement is a warning, and a warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(Warning, match="NoSuchLabelAtAll"):
            await memory.store.command("MATCH (n:NoSuchLabelAtAll) RETURN n")


def test_warnings_are_errors(request: pytest.FixtureRequest) -> None:
    """The suite runs with warnings as errors."""
    assert request.config.getini("filterwarnings")[0] == "error"
