"""The shape of the code: no Cypher in Python, one door to the driver, small files and functions."""

from __future__ import annotations

import ast
import re
import statistics
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
CODE = sorted([*(ROOT / "graphmem").rglob("*.py"), *(ROOT / "api").rglob("*.py")])

# Schema commands are made from the declaration, one a label and type, and read by `doctor`; the loader expands pseudo words.
WRITES_CYPHER = {
    "graphmem/store/schema.py",
    "graphmem/store/migrations.py",
    "graphmem/store/statements.py",
    "graphmem/doctor/schema.py",
}
CYPHER = re.compile(
    r"\b(OPTIONAL MATCH|MATCH|MERGE|DETACH DELETE|CREATE)\s*\(|\bUNWIND\s+[$\[\w]|\bRETURN\s+\w+[. ](\w+ )?AS\b|-\[\w*:[A-Z_|]+|"
    r"\bCALL\s*(\(|\{|db\.|gds\.)|\bMATCH\s+\w*\s*=|\bCREATE (CONSTRAINT|INDEX|VECTOR|FULLTEXT)\b"
)

MAX_FILE, MAX_FUNCTION, MEDIAN_FUNCTION, MAX_STATEMENT = 400, 60, 10, 40
# Each name here is over a limit, with the size it has and may not grow beyond; a size that shrank must be lowered here.
EXCEPTIONS: dict[str, int] = tomllib.loads((Path(__file__).parent / "sizes.toml").read_text(encoding="utf-8"))


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def cypher_in(source: str) -> Iterator[str]:
    """Texts with Cypher in them, docstrings aside: those tell people about it and are never run."""
    tree = ast.parse(source)
    docs = {id(d) for n in ast.walk(tree) if (d := _docstring(n))}
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
        if is_text and CYPHER.search(node.value):
            yield f"line {node.lineno}: {node.value[:80]!r}"


def _docstring(node: ast.AST) -> ast.AST | None:
    body = getattr(node, "body", None)
    first = body[0] if isinstance(body, list) and body else None
    return first.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None


def imports_of(source: str) -> set[str]:
    """The top package of every import, wherever it stands."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module.split(".")[0])
    return found


def functions(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{named(path)}:{node.name}", (node.end_lineno or node.lineno) - node.lineno + 1


@pytest.mark.parametrize("path", CODE, ids=named)
def test_no_cypher_in_python(path: Path) -> None:
    """Statements stand under `cypher/`; Python names them."""
    if named(path) not in WRITES_CYPHER:
        assert list(cypher_in(path.read_text(encoding="utf-8"))) == []


def test_cypher_in_python_would_be_found() -> None:
    """The search finds a query, a pattern, a command and a call, and reads over prose and docstrings."""
    for text in ("MATCH (n) RETURN n", "-[:DEPENDS_ON]->", "UNWIND $rows AS row", "CREATE INDEX a", "CALL db.labels()"):
        assert list(cypher_in(f"def f():\n    return {text!r}")), text
    for text in ("what does not match (yet)", "MERGE is a word of Cypher", "to create a workspace"):
        assert not list(cypher_in(f"def f():\n    return {text!r}")), text
    assert not list(cypher_in('def f():\n    """MATCH (n) RETURN n."""'))


@pytest.mark.parametrize("path", CODE, ids=named)
def test_one_door_to_the_driver(path: Path) -> None:
    """Only `graphmem/store/` imports the driver; the OGM that brings its own stands apart, for people who explore."""
    packages = imports_of(path.read_text(encoding="utf-8"))
    assert "neo4j" not in packages or named(path).startswith("graphmem/store/")
    assert "neomodel" not in packages or named(path) == "graphmem/model/graph.py"


def test_an_import_of_the_driver_would_be_found() -> None:
    """Both forms of import are seen, inside a function too."""
    assert imports_of("def f():\n    from neo4j.time import DateTime") == {"neo4j"}
    assert imports_of("import neo4j.exceptions as e") == {"neo4j"}
    assert imports_of("from graphmem.store import neo4j_like") == {"graphmem"}


def test_sizes() -> None:
    """Files, functions and statements stay small; the list of exceptions may only shrink."""
    sizes = {named(p): len(p.read_text(encoding="utf-8").splitlines()) for p in CODE}
    lengths = dict(item for path in CODE for item in functions(path))
    statements = {
        named(p): len(p.read_text(encoding="utf-8").splitlines())
        for p in (ROOT / "cypher").rglob("*.cypher")
        if p.parent.name != "schema"
    }
    over = {name: n for name, n in sizes.items() if n > MAX_FILE}
    over |= {name: n for name, n in lengths.items() if n > MAX_FUNCTION}
    over |= {name: n for name, n in statements.items() if n > MAX_STATEMENT}
    report = f"{len(sizes)} files, {len(lengths)} functions, median {statistics.median(lengths.values())} lines"
    print(report, *sorted(lengths.items(), key=lambda item: -item[1])[:5], sep="\n  ")
    assert over == EXCEPTIONS, report
    assert statistics.median(lengths.values()) <= MEDIAN_FUNCTION
