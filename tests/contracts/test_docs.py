"""The pages say what the code says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from graphmem import errors
from graphmem.cli import exits
from graphmem.local import errors as local_errors
from graphmem.model.schema_page import spliced
from tests.contracts.codes import error_classes, refusal_codes, warning_codes

ROOT = Path(__file__).parent.parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*DOCS.rglob("*.md"), *ROOT.glob("*.md"), *(ROOT / "examples").glob("*.md")])
TESTS = "".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "tests").rglob("*.py")) if p.parent.name != "contracts")
CODE = "".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "graphmem").rglob("*.py")))

# Codes that no test meets yet. This list may only shrink.
UNMET: set[str] = set()


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the first table below a heading, a list of cells each."""
    text = (DOCS / page).read_text(encoding="utf-8").split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line.strip().strip("|").split("|") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in row] for row in rows[2:]]


def codes(heading: str) -> list[str]:
    return [row[0] for row in table("errors.md", heading)]


def test_model_page() -> None:
    """The schema in docs/model.md is the declared one."""
    page = (DOCS / "model.md").read_text(encoding="utf-8")
    assert page == spliced(page), "run: python -m graphmem.model.schema_page docs/model.md"


@pytest.mark.parametrize(
    ("heading", "module"),
    [("Error classes", errors), ("Errors of the managed local server", local_errors)],
    ids=["memory", "server"],
)
def test_error_classes(heading: str, module: object) -> None:
    """Every error class has its line, with its code, and can be met: the code raises it, or a class below it, and a test meets it."""
    classes = error_classes(module)  # type: ignore[arg-type]
    documented = {row[1]: row[0] for row in table("errors.md", heading)}
    assert documented == {name: c.code for name, c in classes.items()}  # type: ignore[attr-defined]
    for name, kind in classes.items():
        family = [c.__name__ for c in classes.values() if issubclass(c, kind)]
        assert re.search(rf"\b({'|'.join(family)})\(", CODE.replace(f"class {name}(", "")), f"{name} is never raised"
        assert re.search(rf"\b({'|'.join(family)})\b", TESTS), f"no test meets {name}"


def test_refusals() -> None:
    """Every code of a refusal has its line, no line is left over, and the lines are in order."""
    assert codes("Refusals") == sorted(refusal_codes())


def test_warnings() -> None:
    """Every code of a warning has its line, no line is left over, and the lines are in order."""
    assert codes("Warnings") == sorted(warning_codes())


def test_codes_are_met() -> None:
    """Every code of a refusal or a warning is expected by some test."""
    unmet = {code for code in refusal_codes() | warning_codes() if not re.search(rf"\b{code}\b", TESTS)}
    assert unmet == UNMET


def test_exit_codes() -> None:
    """The table of exit codes has those that the command line uses, with the beginning of what they mean."""
    said = dict(re.findall(r"^\| (\d+) \| (.*) \|$", exits.__doc__ or "", re.M))
    documented = {row[0]: row[1] for row in table("errors.md", "Exit codes")}
    assert documented.keys() == said.keys()
    assert [n for n, meaning in documented.items() if meaning.split()[0].strip(":,") != said[n].split()[0].strip(":,")] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to a file of the project leads to one."""
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!https?:)([^)#\s]+)", re.sub(r"```.*?```", "", text, flags=re.S))
    assert [t for t in targets if not (page.parent / t).exists()] == []


def test_decisions_are_short_and_numbered() -> None:
    """A decision is at most 50 lines: context, decision, consequences, alternatives; numbers have no gap."""
    pages = sorted((DOCS / "decisions").glob("*.md"))
    assert [p.name[:4] for p in pages] == [f"{n:04}" for n in range(1, len(pages) + 1)]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 50, page.name
        assert re.findall(r"^## (.*)$", text, re.M) == ["Context", "Decision", "Consequences", "Alternatives"], page.name
