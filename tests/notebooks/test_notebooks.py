"""The notebooks run from top to bottom on a real server, as a reader runs them, and show something."""

from __future__ import annotations

import ast
import base64
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from graphmem.settings import Settings

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
DOORS = {"graphmem", "graphmem.sync"}
# In a process of its own, for a kernel's client warns and keeps an event loop.
RUN = "import nbformat, sys; from nbclient import NotebookClient; n = nbformat.read(sys.argv[1], 4); NotebookClient(n, timeout=120).execute(); nbformat.write(n, sys.argv[2])"  # noqa: E501


def cells(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return found


def code(path: Path) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == "code"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_as_committed(path: Path) -> None:
    """It holds no output, and uses graphmem through its public door alone."""
    assert [cell["id"] for cell in cells(path) if cell.get("outputs") or cell.get("execution_count")] == []
    for text in code(path):
        for node in ast.walk(ast.parse(text)):
            named = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [a.name for a in node.names]
                if isinstance(node, ast.Import)
                else []
            )
            assert {name for name in named if name.startswith("graphmem")} <= DOORS
        assert not re.search(r"\w\._\w", text)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_it_runs(path: Path, settings: Settings, tmp_path: Path) -> None:
    """Every cell runs, and each picture in it shows something."""
    password = settings.password.get_secret_value() if settings.password else ""
    own = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password,
        "PYTHONPATH": str(ROOT), "MPLBACKEND": "module://matplotlib_inline.backend_inline", "IPYTHONDIR": str(tmp_path),
    }  # fmt: skip
    executed = tmp_path / path.name
    command = [sys.executable, "-c", RUN, str(path), str(executed)]
    done = subprocess.run(
        command, env={**os.environ, **own}, cwd=path.parent, capture_output=True, text=True, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    outputs = [output for cell in cells(executed) for output in cell.get("outputs", [])]
    pictures = [base64.b64decode(data["image/png"]) for output in outputs if "image/png" in (data := output.get("data", {}))]
    assert len(pictures) == sum(text.count("plt.show()") for text in code(path)) >= 1
    assert min(map(len, pictures)) > 8_000
    assert [output for output in outputs if output["output_type"] == "stream" and output["name"] == "stderr"] == []
