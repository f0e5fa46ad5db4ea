"""Every statement, as the real server reads it: its columns, its kind, its words and its plan are those of its header."""

from __future__ import annotations

import ast
import re
import warnings
from pathlib import Path

import pytest

from graphmem.store import Plan, Store
from graphmem.store.statements import Statement, StatementError, names, parse, statement

pytestmark = [pytest.mark.slow, pytest.mark.own_server, pytest.mark.timeout(180)]

ROOT = Path(__file__).parent.parent.parent
SCANS = re.compile(r"(AllNodes|NodeByLabel|RelationshipTypes?|AllRelationships|Index)(s)?(Contains|EndsWith)?Scan")
# A pattern that may grow without end: [*], [:T*], [*2..], or a quantified pattern with no upper bound.
UNBOUNDED = re.compile(r"-\[[^\]'\"]*\*(?!\s*\d*\.\.\d)(?!\s*\d+\s*[\]{ ])|\)\)\s*[+*](?=\s*[(\-<])|\)\)\s*\{\s*\d*\s*,\s*\}")

# Statements whose header states a scan, each small by nature; `doctor` looks at everything. This list may only shrink.
SCANNING = {"read/doubled_names", "read/schema_applied", "read/tokens", "read/usable_tokens", "read/workspaces"}


def may_scan(name: str) -> bool:
    return name in SCANNING or name.startswith("read/doctor_")


ALL = sorted(names())


@pytest.fixture(params=ALL)
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


PLANS: dict[str, Plan] = {}  # planning takes half a second: once a statement, however many claims are checked


@pytest.fixture
async def plan(seeded: Store, name: str) -> Plan:
    """The plan of one statement in a store in use, which names no label, type or key but those of the migrations."""
    if name not in PLANS:
        PLANS[name] = await plan_of(seeded, name)
    return PLANS[name]


async def plan_of(store: Store, name: str) -> Plan:
    """The plan, or the failure that names the statement and what the server remarks about it."""
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        plan = await store.explain(name)
    assert not remarks, f"cypher/{name}.cypher: {'; '.join(str(r.message) for r in remarks)}"
    return plan


def scans(plan: Plan) -> set[str]:
    return {o for o in plan.operators if SCANS.search(o)}


def test_columns(plan: Plan, name: str) -> None:
    """The columns are those of the header; rows are read by name, so their order says nothing."""
    assert sorted(plan.columns) == sorted(statement(name).returns)


def test_mode(plan: Plan, name: str) -> None:
    """A statement changes the graph exactly when its header says `mode: write`, and what stands under `read` never does."""
    assert (plan.kind == "r") == (statement(name).mode == "read"), f"the server says {plan.kind!r}"
    assert plan.kind == "r" or name.startswith(("write/", "work/", "ingest/"))


def test_plan(plan: Plan, name: str) -> None:
    """Each leaf of the plan is an index seek, and no step is eager, unless the header's `plan` line says why."""
    stated = statement(name).plan
    assert bool(scans(plan)) == stated.startswith("scan"), f"scans {sorted(scans(plan))}, header says {stated!r}"
    assert not scans(plan) or may_scan(name), "the list of scanning statements may only shrink"
    assert scans(plan) or name not in SCANNING, "it scans no more: take it off the list"
    eager = "Eager" in plan.operators
    assert not eager or stated.startswith("eager"), "an Eager step that the header does not state"


def test_patterns_are_bounded(name: str) -> None:
    """No pattern may grow without end."""
    assert not UNBOUNDED.search(_code(statement(name)))


def test_statements_are_used() -> None:
    """Every file under `cypher/` is named by the code, and every name in the code has its file."""
    used = {text for path in (ROOT / "graphmem").rglob("*.py") for text in _texts(path)}
    named = {text for text in used if re.fullmatch(r"(browser|read|write|work|ingest)/[a-z_]+", text)}
    families = {text for text in named if text.endswith("_")}  # f"read/doctor_{name}"
    assert [n for n in ALL if n not in named and not n.startswith(tuple(families))] == []
    assert sorted(named - families - set(ALL)) == []
    assert [f for f in families if not any(n.startswith(f) for n in ALL)] == []


async def test_the_checks_can_fail(seeded: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scan, an Eager step, a misspelt label, type or key and an unbounded pattern are each found."""
    from graphmem.store import connection

    def explained(text: str) -> Statement:
        return Statement("bad", text, "a control", "read", (), ("x",))

    texts = {
        "scan": "MATCH (x:Record) WHERE x.title CONTAINS 'a' RETURN x",
        "typed": "MATCH (:Entity)-[x:DEPENDS_ON]->() RETURN x LIMIT 10000000",
        "label": "MATCH (x:Rekord {id: 'a'}) RETURN x",
        "key": "MATCH (x:Record {id: 'a'}) WHERE x.titel = 'b' RETURN x",
        "type": "MATCH (:Record {id: 'a'})-[x:MENTION]->() RETURN x",
        "eager": "MATCH (x:Record {id: 'a'}) CREATE (y:Record {id: 'b'}) WITH x, y MATCH (z:Record {id: y.id}) RETURN x",
    }
    monkeypatch.setattr(connection, "statement", lambda name: explained(texts[name]))
    assert scans(await plan_of(seeded, "scan"))
    assert scans(await plan_of(seeded, "typed"))
    assert "Eager" in (await plan_of(seeded, "eager")).operators
    for misspelt in ("label", "key", "type"):
        with pytest.raises(AssertionError, match="cypher/"):
            await plan_of(seeded, misspelt)
    for unbounded in ("(a)-[*]->(b)", "(a)-[:X*]->(b)", "(a)-[:X*2..]->(b)", "((a)-->(b))+ (c)", "((a)-->(b)){1,} (c)"):
        assert UNBOUNDED.search(unbounded), unbounded
    for bounded in ("(a)-[*1..3]->(b)", "(a)-[:X*..2]->(b)", "((a)-->(b)){1,4} (c)", "count(*) AS n", "(a + b) * 2"):
        assert not UNBOUNDED.search(bounded), bounded


def test_a_header_that_lies_stops_loading() -> None:
    """A parameter used and not declared, or declared and not used, stops the load and names file and line."""
    text = "// purpose: x\n// mode: read\n// params: {}\n// returns: a\nMATCH (n:Record {{id: $id}}) RETURN n.id AS a"
    assert parse("read/x", text.format("id")).params == ("id",)
    with pytest.raises(StatementError, match=r"cypher/read/x\.cypher:3: .*'id'"):
        parse("read/x", text.format(""))
    with pytest.raises(StatementError, match=r"cypher/read/x\.cypher:3: .*'limit'"):
        parse("read/x", text.format("id, limit"))
    with pytest.raises(StatementError, match="purpose"):
        parse("read/x", "RETURN 1 AS a")


def _code(found: Statement) -> str:
    return re.sub(r"//[^\n]*|'(?:[^'\\]|\\.)*'", " ", found.text)


def _texts(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)}
