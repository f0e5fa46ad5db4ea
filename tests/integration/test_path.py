"""Path: a shortest way between two things."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidArgument, NameNotFound
from graphmem.model.answers.path import PathView
from graphmem.read import path as path_module
from graphmem.workspace import Workspace
from tests.stating import decision


def way(answer: PathView) -> list[tuple[str, str, bool]]:
    return [(s.type, s.entity.name, s.forward) for s in answer.steps]


async def test_a_shortest_way_over_links_of_any_type(workspace: Workspace) -> None:
    """Against the stated direction too; each step carries the edge it takes and says which way it goes."""
    receipt = await workspace.remember(
        decision("a depends_on b", "c leads_to b", "c related_to d", "a depends_on x", "x depends_on y")
    )
    await workspace.remember(decision("y depends_on z", "z depends_on d"))
    answer = await workspace.path("a", "d")
    assert (answer.found, answer.truncated) == (True, False)
    assert way(answer) == [("depends_on", "b", True), ("leads_to", "c", False), ("related_to", "d", True)]
    assert (answer.steps[1].source, answer.steps[1].target) == ("c", "b")
    assert answer.steps[0].record == receipt.records[0].id
    assert [(t, n) for t, n, _ in way(await workspace.path("d", "a"))] == [
        ("related_to", "c"),
        ("leads_to", "b"),
        ("depends_on", "a"),
    ]


async def test_the_bound_of_depth(workspace: Workspace) -> None:
    """A way of exactly `depth` steps is found, a longer one is not."""
    await workspace.remember(decision(*(f"n{i} depends_on n{i + 1}" for i in range(7))))
    for depth in range(1, 8):
        assert (await workspace.path("n0", f"n{depth}", depth=depth)).found
        assert len((await workspace.path("n0", f"n{depth}", depth=12)).steps) == depth
    answer = await workspace.path("n0", "n7", depth=6)
    assert (answer.found, answer.steps, answer.truncated, answer.depth) == (False, (), False, 6)
    for depth in (0, 13):
        with pytest.raises(InvalidArgument, match="depth"):
            await workspace.path("n0", "n7", depth=depth)


async def test_no_way(workspace: Workspace) -> None:
    """Two parts that nothing joins; and a thing is no way from itself."""
    await workspace.remember(decision("a depends_on b"), decision("c depends_on d"))
    assert not (await workspace.path("a", "c", depth=12)).found
    itself = await workspace.path("a", "a")
    assert (itself.found, itself.steps) == (True, ())
    with pytest.raises(NameNotFound):
        await workspace.path("a", "nothing")


async def test_all_steps_hold_at_one_instant(workspace: Workspace) -> None:
    """Links that never held together are no way, and a shorter one of another day is not taken."""
    await workspace.remember(decision("a depends_on b", valid_from="2021-01-01", valid_to="2023-01-01"))
    late = await workspace.remember(decision("b depends_on c", valid_from="2024-01-01"))
    assert not (await workspace.path("a", "c")).found
    assert not (await workspace.path("a", "c", valid_at="2022-01-01")).found
    await workspace.remember(decision("a depends_on m", "m depends_on n", "n depends_on c", valid_from="2021-01-01"))
    assert [n for _, n, _ in way(await workspace.path("a", "c"))] == ["m", "n", "c"]
    assert not (await workspace.path("a", "c", as_of=late.recorded_at)).found


async def test_of_equal_ways_always_the_same(workspace: Workspace) -> None:
    """Ten ways of two steps: the one by name, on every call, with the oldest evidence of each link."""
    await workspace.remember(*(decision(f"a depends_on m{i}", f"m{i} depends_on b", reason=f"r{i}") for i in range(10)))
    await workspace.remember(decision("a depends_on m0", reason="again"))
    answers = {(tuple(way(p)), p.steps[0].reason) for p in [await workspace.path("a", "b") for _ in range(3)]}
    assert answers == {((("depends_on", "m0", True), ("depends_on", "b", True)), "r0")}


async def test_a_wide_level_is_cut_and_said(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the bound of a level the answer says that it did not look everywhere."""
    await workspace.remember(*(decision(f"hub depends_on n{i}", f"m{i} depends_on hub2") for i in range(4)))
    await workspace.remember(decision("n3 depends_on m3"))
    assert len((await workspace.path("hub", "hub2")).steps) == 3
    monkeypatch.setattr(path_module, "WIDTH", 2)
    answer = await workspace.path("hub", "hub2")
    assert (answer.found, answer.truncated) == (False, True)


async def test_one_statement_a_level(workspace: Workspace) -> None:
    """A way of six steps takes at most as many levels, never a statement a node."""
    await workspace.remember(
        decision(*(f"n{i} depends_on n{i + 1}" for i in range(6)), *(f"n0 depends_on x{i}" for i in range(30)))
    )

    async def trips(reader: object) -> int:
        await path_module.path(reader, "n0", "n6")  # type: ignore[arg-type]
        return int(reader.trips)  # type: ignore[attr-defined]

    assert await workspace._read(trips, None, None) == 2 + 6  # two names, six levels
