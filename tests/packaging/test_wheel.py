"""The wheel: what is in it, and that it runs the demo where nothing else of the project is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from graphmem.settings import cache_folder
from graphmem_api.pages import EXPLORER

pytestmark = [pytest.mark.own_server, pytest.mark.timeout(900)]

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as it is for a release."""
    target = tmp_path_factory.mktemp("wheel")
    _run([sys.executable, "-m", "build", "--wheel", "--outdir", str(target), str(ROOT)], cwd=target)
    return next(target.glob("*.whl"))


@dataclass(frozen=True, slots=True)
class Installed:
    """The wheel in an environment with its dependencies and nothing else, a home of its own and an empty folder to stand in."""

    program: Path
    folder: Path
    environment: dict[str, str]

    def __call__(self, *arguments: str) -> str:
        return _run([str(self.program), *arguments], cwd=self.folder, env=self.environment)

    def lines(self, *arguments: str) -> list[dict[str, object]]:
        return [json.loads(line) for line in self("--json", *arguments).splitlines()]


@pytest.fixture(scope="module")
def graphmem(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installed]:
    """The command of the installed wheel; the server that it starts is stopped at the end."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place / "venv", with_pip=True)
    programs = place / "venv" / "bin"
    _run([str(programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)], cwd=place)
    folder = place / "empty"
    folder.mkdir()
    own = {k: v for k, v in os.environ.items() if not k.startswith(("GRAPHMEM_", "PYTHON", "VIRTUAL_ENV"))}
    own |= {"GRAPHMEM_HOME": str(place / "home"), "GRAPHMEM_CACHE": str(cache_folder()), "GRAPHMEM_HEAP": "768m"}
    installed = Installed(programs / "graphmem", folder, own | {"PATH": f"{programs}{os.pathsep}{own['PATH']}"})
    try:
        yield installed
    finally:
        installed("down")


def _run(command: list[str], *, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, timeout=600, check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_contents(wheel: Path) -> None:
    """The wheel has every statement, the story, the lock file and the licences; no test and nothing of the checkout beside."""
    names = set(zipfile.ZipFile(wheel).namelist())
    statements = {f"graphmem/_cypher/{p.relative_to(ROOT / 'cypher').as_posix()}" for p in (ROOT / "cypher").rglob("*.cypher")}
    code = {p.relative_to(ROOT).as_posix() for p in (ROOT / "graphmem").rglob("*") if p.suffix in {".py", ".tsv", ".typed"}}
    assert statements | code | {"graphmem/_examples/story.jsonl"} <= names
    built = {p.relative_to(ROOT / "api").as_posix() for p in EXPLORER.rglob("*") if p.is_file()}
    assert built <= names
    assert built or not shutil.which("npm"), "make explorer"
    assert {n.split("/")[0].split("-")[0] for n in names} == {"graphmem", "graphmem_api"}
    assert {"LICENSE", "NOTICE"} <= {n.rsplit("/", 1)[1] for n in names if ".dist-info/licenses/" in n}
    assert [n for n in names if "test" in n.lower() or n.endswith(".pyc")] == []


def test_demo(graphmem: Installed) -> None:
    """In an empty folder, `graphmem demo` starts a server of its own, tells both memories and answers every question."""
    said = graphmem("demo")
    for line in (
        "Claude Code plugin depends_on test cloud",
        "StorageActor depends_on SessionPersister",
        "fix SessionPersister",
        "its metadata requires",
        "http://127.0.0.1:",
        "the password is in",
        "MATCH (a:Entity {workspace: 'demo-story'})",
    ):
        assert line in said, said
    assert said.splitlines()[-1].split() == ["then", "open", "http://127.0.0.1:8017/#/w/demo-story/graph"]
    assert list(graphmem.folder.iterdir()) == []


def test_demo_again(graphmem: Installed) -> None:
    """Run again, it adds nothing, and the answers are the same."""
    story, packages, *_ = graphmem.lines("demo")
    assert story == {"workspace": "demo-story", "records added": 0}
    assert (packages["records added"], packages["records ended"]) == (0, 0)
    assert packages["packages"] == len(
        {d.name.split("-")[0].lower() for d in graphmem.program.parent.parent.rglob("*.dist-info")}
    )
