"""The hooks of the plugin, as the processes that they are: a message is handed over in a fraction of what a session's end allows."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.benchmarks.table import Table

pytestmark = pytest.mark.benchmark

HOOK = Path(__file__).parents[2] / "plugin" / "hooks" / "hook.py"
CONVERSATION = {
    "session_id": "s-1",
    "prompt": "Why is the write path slow? " * 40,
    "prompt_id": "1",
    "last_assistant_message": "x",
}


def took(what: str, spool: Path, n: int) -> float:
    """Milliseconds of one hook, from its start to its end."""
    given = json.dumps({**CONVERSATION, "prompt_id": str(n)}).encode()
    began = time.perf_counter()
    environment = {**os.environ, "GRAPHMEM_SPOOL": str(spool)}
    subprocess.run([sys.executable, "-S", str(HOOK), what], input=given, env=environment, check=True, capture_output=True)
    return (time.perf_counter() - began) * 1000


@pytest.mark.parametrize("what", ["spool", "stop"])
def test_a_hook_is_fast(what: str, tmp_path: Path, table: Table) -> None:
    """Handing over a message and the check at a turn's end take at most 200 ms each."""
    times = [took(what, tmp_path, n) for n in range(15)]
    middle = statistics.median(times)
    table.add(f"the hook `{what}`", "≤ 200 ms", f"{middle:.0f} ms (worst {max(times):.0f} ms)", middle <= 200)
    assert middle <= 600
