"""Stories: statements with the instants at which they were made, told through the product's own writes."""

from __future__ import annotations

import io
import json
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import InvalidArgument, Refused, WorkspaceNotFound
from graphmem.memory import Memory
from graphmem.model.records import Record
from graphmem.workspace import Workspace
from tests.dumping import dump
from tests.stating import decision, found, solved

EXAMPLE = Path(__file__).parents[2] / "examples" / "story.jsonl"


def told(at: str, record: Record, **beside: Any) -> dict[str, Any]:
    """A line that remembers this record."""
    body = record.model_dump(mode="json", exclude_defaults=True) | {"kind": record.kind}
    return {"recorded_at": at, "remember": body, **beside}


def story(*lines: dict[str, Any]) -> io.BytesIO:
    return io.BytesIO("".join(json.dumps(line) + "\n" for line in lines).encode())


@pytest.fixture
def name() -> str:
    """A workspace that is not there yet."""
    return f"t-{secrets.token_hex(6)}"


async def asked(memory: Memory, name: str) -> Workspace:
    return await memory.workspace(name, author="ana")


LINES = (
    told("2024-03-01T10:00:00Z", decision("api depends_on auth", request_id="first"), author="ben", session="start"),
    told("2024-04-01", decision("api depends_on tokens", supersedes=("first",)), author="ana"),
    told("2024-04-01", found("login fails", "login fails caused_by tokens", request_id="p"), author="ana"),
    {"recorded_at": "2024-05-01T08:00:00Z", "forget": {"record": "p", "reason": "it never failed", "never_held": True}},
    {"recorded_at": "2024-05-02T08:00:00Z", "reinstate": {"id": "p", "reason": "it did"}, "author": "ben"},
    {"recorded_at": "2024-05-03T08:00:00Z", "merge": {"loser": "auth", "survivor": "tokens", "reason": "one", "request_id": "m"}},
    {"recorded_at": "2024-05-04T08:00:00Z", "unmerge": {"merge": "m", "reason": "two"}},
    {"recorded_at": "2024-05-05T08:00:00Z", "describe": {"name": "api", "description": "the front door"}},
    told("2024-06-01T08:00:00Z", solved("api solves login fails"), author="ana"),
)


async def test_both_clocks_are_those_of_the_story(memory: Memory, name: str) -> None:
    """What was told is known since its own day, by its own author, and ends when the line that replaced it was told."""
    receipt = await memory.import_(story(*LINES), workspace=name)
    assert receipt.counts == {"acts": 5, "records": 4}
    workspace = await asked(memory, name)
    march, april = {"as_of": "2024-03-15"}, {"as_of": "2024-04-15"}
    assert [d.entity.name for d in (await workspace.impact("auth", **march)).dependents] == ["api"]
    assert (await workspace.impact("auth", **april)).dependents == ()
    step = (await workspace.impact("tokens")).dependents[0].evidence[0]
    assert (step.author, step.since) == ("ana", "2024-04-01T00:00:00Z")
    first = (await workspace.impact("auth", **march)).dependents[0].evidence[0]
    assert (first.author, first.since) == ("ben", "2024-03-01T10:00:00Z")
    assert (await workspace.entity("api")).description == "the front door"
    assert [line.entity.name for line in (await workspace.radar(as_of="2024-05-10")).unsolved_problems.lines] == ["login fails"]
    assert (await workspace.radar()).unsolved_problems.total == 0


async def test_a_story_is_told_once(memory: Memory, name: str) -> None:
    """Told again, nothing changes, and lines that were added at the end are told; what came before them is known by then."""
    await memory.import_(story(*LINES), workspace=name)
    before = await dump(memory.store, name)
    receipt = await memory.import_(story(*LINES), workspace=name)
    assert receipt.counts == {"known": 9}
    assert await dump(memory.store, name) == before
    more = told("2024-07-01", decision("api depends_on vault", supersedes=("first",)))
    receipt = await memory.import_(story(*LINES, more), workspace=name)
    assert receipt.counts == {"known": 9, "records": 1}
    assert [w.code for w in receipt.warnings] == ["ALREADY_SUPERSEDED"]
    assert receipt.warnings[0].path == "line 10.supersedes[0]"


async def test_lines_of_one_instant_keep_their_order(memory: Memory, name: str) -> None:
    """Lines of the same instant land in their order, a microsecond apart."""
    day = [told("2024-04-01", decision(f"a depends_on b{n}")) for n in range(4)]
    await memory.import_(story(*day, day[0]), workspace=name)
    times = await memory.store.command(
        f"MATCH (r:Record {{workspace: '{name}'}}) RETURN r.recorded_at AS at, r.decision AS what ORDER BY at"
    )
    start = datetime(2024, 4, 1, tzinfo=UTC)
    assert [t["at"] - start for t in times] == [timedelta(microseconds=n) for n in range(5)]
    assert [t["what"][-2:] for t in times] == ["b0", "b1", "b2", "b3", "b0"]


async def test_the_example_is_told(memory: Memory, name: str) -> None:
    """The story that the package brings along is told whole, and a second time finds every line known."""
    lines = len(EXAMPLE.read_text(encoding="utf-8").splitlines())
    assert (await memory.import_(EXAMPLE, workspace=name)).counts == {"records": lines}
    assert (await memory.import_(EXAMPLE, workspace=name)).counts == {"known": lines}


async def test_a_story_is_checked_before_it_is_told(memory: Memory, name: str) -> None:
    """Every line that can be seen to break a rule is named with its number and path; the workspace is not even made."""
    broken = story(
        told("2024-04-01", decision("a depends_on b")),
        told("2024-03-01", decision("a depends_on c")),
        told("2999-01-01", decision("a depends_on d")),
        {"recorded_at": "2999-01-02", "remember": {"kind": "decision", "decision": "no entities"}},
        {"recorded_at": "2999-01-02", "forget": {"record": "x"}},
        {"recorded_at": "2999-01-02", "erase": {"record": "x", "reason": "y"}},
        {"recorded_at": "soon", "merge": {}},
    )
    with pytest.raises(Refused) as caught:
        await memory.import_(broken, workspace=name)
    assert [(r.index, r.code) for r in caught.value.refusals] == [
        (2, "TIMES_OUT_OF_ORDER"),
        (3, "LATER_THAN_DATABASE"),
        (4, "LATER_THAN_DATABASE"),
        (4, "NO_ENTITY"),
        (4, "NO_RELATION"),
        (5, "LATER_THAN_DATABASE"),
        (5, "MALFORMED_LINE"),
        (6, "MALFORMED_LINE"),
        (7, "MALFORMED_LINE"),
    ]
    assert caught.value.refusals[3].path == "line 4.remember.entities"
    with pytest.raises(WorkspaceNotFound):
        await asked(memory, name)


async def test_a_story_goes_before_what_is_known(workspace: Workspace, memory: Memory) -> None:
    """A workspace that knows later things takes no story of before: the memory did not learn it then."""
    await workspace.remember(decision("a depends_on b"))
    before = await dump(memory.store, workspace.name)
    with pytest.raises(Refused) as caught:
        await memory.import_(story(*LINES), workspace=workspace.name)
    assert (caught.value.code, caught.value.path) == ("EARLIER_THAN_CLOCK", "line 1.recorded_at")
    assert await dump(memory.store, workspace.name) == before


async def test_a_line_that_fails_stops_the_story(memory: Memory, name: str) -> None:
    """A line that only the memory can refuse is named; those before it stay, and corrected the story goes on from there."""
    wrong = told("2024-07-01", decision("api depends_on vault", supersedes=("nobody",)))
    with pytest.raises(Refused, match="Line 10 was not stored, the lines before it were") as caught:
        await memory.import_(story(*LINES, wrong), workspace=name)
    assert (caught.value.code, caught.value.path) == ("UNKNOWN_RECORD", "line 10.remember.supersedes[0]")
    right = told("2024-07-01", decision("api depends_on vault"))
    assert (await memory.import_(story(*LINES, right), workspace=name)).counts == {"known": 9, "records": 1}


async def test_a_changed_line_is_refused(memory: Memory, name: str) -> None:
    """A line that comes again under its `request_id` with other words is refused: the first one stands."""
    await memory.import_(story(*LINES), workspace=name)
    changed = told("2024-03-01T10:00:00Z", decision("api depends_on other", request_id="first"), author="ben", session="start")
    with pytest.raises(Refused) as caught:
        await memory.import_(story(changed, *LINES[1:]), workspace=name)
    assert caught.value.code == "REQUEST_ID_REUSED"


async def test_an_erased_line_is_not_told_again(memory: Memory, name: str) -> None:
    """What was erased since it was told is passed over and named; asking for it again is refused with the way out."""
    await memory.import_(story(*LINES), workspace=name)
    workspace = await asked(memory, name)
    first = (await workspace.impact("auth", as_of="2024-03-15")).dependents[0].evidence[0].record
    await workspace.erase(first, reason="private")
    before = await dump(memory.store, name)
    receipt = await memory.import_(story(*LINES), workspace=name)
    assert receipt.counts == {"known": 9}
    assert [(w.code, w.path) for w in receipt.warnings] == [("SKIPPED_ERASED", "line 1")]
    assert await dump(memory.store, name) == before
    with pytest.raises(InvalidArgument, match="again"):
        await memory.import_(story(*LINES), workspace=name, again=True)
