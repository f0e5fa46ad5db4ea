"""Impact: whom a change reaches, by which path, and what went wrong there before."""

from datetime import UTC, datetime, timedelta
from typing import Any

from graphmem import Decision, Definition, ProblemFound, Requirement
from graphmem.workspace import Workspace
from tests.stating import change, decision, stated


def about(name: str) -> dict[str, Any]:
    """What a record about one thing states beside what it says."""
    return stated((f"{name} related_to shop",))


async def test_nearest_hop(workspace: Workspace) -> None:
    """An entity reached by two paths is listed once, at its nearest hop."""
    await workspace.remember(decision("api depends_on auth", "auth depends_on redis", "api depends_on redis"))
    answer = await workspace.impact("redis")
    assert [(d.entity.name, d.hop) for d in answer.dependents] == [("api", 1), ("auth", 1)]


async def test_risks_beyond_the_bound_are_the_newest(workspace: Workspace) -> None:
    """Of more risks at one hop than are shown the newest are, and the answer says that there were more."""
    day = datetime(2026, 1, 1, tzinfo=UTC)
    said = [
        Decision(decision=f"d{n}", reason="so", valid_from=day + timedelta(days=n), **about(f"part {n % 3}")) for n in range(57)
    ]
    await workspace.remember(change(*(f"part {n} depends_on hub" for n in range(3)), valid_from=day - timedelta(days=9)))
    await workspace.remember(*said)
    answer = await workspace.impact("hub")
    assert [risk.title for risk in answer.risks] == [f"d{n}" for n in range(56, 6, -1)]
    assert answer.risks_truncated
    assert {risk.hop for risk in answer.risks} == {1}


async def test_what_is_a_risk(workspace: Workspace) -> None:
    """What holds of decisions, requirements and problems, and problems that ended within a year; nothing else."""
    now = datetime.now(UTC)
    begun, named = now - timedelta(days=900), about("motor")
    ended = [
        ProblemFound(problem=f"ended {days} days ago", valid_from=begun, valid_to=now - timedelta(days=days), **named)
        for days in (364, 366)
    ]
    await workspace.remember(
        Decision(decision="current", reason="so", valid_from=begun, **named),
        Decision(decision="over", reason="so", valid_from=begun, valid_to=now - timedelta(days=3), **named),
        Requirement(requirement="required", valid_from=begun, **named),
        Definition(term="motor", definition="it turns", valid_from=begun, **named),
        ProblemFound(problem="open", valid_from=begun, **named),
        *ended,
    )  # fmt: skip
    risks = (await workspace.impact("motor")).risks
    assert {(risk.title, risk.holds) for risk in risks} == {
        ("current", True), ("required", True), ("open", True), ("ended 364 days ago", False),
    }  # fmt: skip
    assert [risk.holds for risk in risks] == [True, True, True, False]
