"""What an ingest brings is resolved: what is surely one thing is merged and can be undone, the rest is proposed (design 3.1)."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.workspace import Workspace
from tests.integration.test_ingest import vault
from tests.stating import decision

RATE = "(rate-limits:concept) -[related_to]-> (door:concept): each caller has one"


async def names(workspace: Workspace) -> set[str]:
    return {e.entity.name for e in (await workspace.entities(limit=200)).entities}


async def test_another_spelling_is_merged_and_told(workspace: Workspace, tmp_path: Path) -> None:
    """A new name that an ingest brings and that is surely a known one leads to it: by the system, with its reason, in the report,
    in the history and on the radar.
    """
    await workspace.remember(decision("rate limits related_to api", types={"rate limits": "concept"}))
    found = await workspace.ingest(str(vault(tmp_path / "v", Note=RATE)))
    (line,) = found.merged
    assert (line.loser.name, line.survivor.name, found.counts["merged"]) == ("rate-limits", "rate limits", 1)
    assert 0.85 <= line.cosine <= 1
    assert "rate-limits" not in await names(workspace)
    assert {n.entity.name for n in (await workspace.neighbours("rate-limits")).neighbours} >= {"api", "door"}
    (merge,) = (await workspace.history("rate limits", "api")).merges
    assert (merge.id, merge.author, found.id in str(merge.reason)) == (line.merge, "system", True)
    assert [m.merge for m in (await workspace.radar()).merges_to_judge.lines] == [line.merge]


async def test_what_a_person_undid_stays_undone(workspace: Workspace, tmp_path: Path) -> None:
    """After an unmerge the next ingest, and one that looks at everything again, leave the two apart."""
    await workspace.remember(decision("rate limits related_to api", types={"rate limits": "concept"}))
    folder = vault(tmp_path / "v", Note=RATE)
    (line,) = (await workspace.ingest(str(folder))).merged
    await workspace.unmerge(line.merge, reason="two things here")
    vault(folder, Note=RATE + "\n\nMore.", Other="(rate-limits:concept) -[related_to]-> (gate:concept)")
    again = await workspace.ingest(str(folder))
    assert again.merged == ()
    await forget_how_far(workspace)
    vault(folder, Note=RATE + "\n\nStill more.")
    whole = await workspace.ingest(str(folder))
    assert whole.merged == ()
    assert ("rate-limits", "rate limits") in {(p.one.name, p.other.name) for p in whole.proposed}
    assert {"rate-limits", "rate limits"} <= await names(workspace)


async def forget_how_far(workspace: Workspace) -> None:
    """As if every ingest had been killed before it resolved anything."""
    await workspace._store.command(f"MATCH (j:Job {{workspace: '{workspace.name}'}}) REMOVE j.resolved")


async def test_what_a_killed_ingest_left_is_resolved_by_the_next(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ingest that stored its documents and died before it resolved them leaves nothing undone."""
    from graphmem.ingest import running

    async def dies(*given: object) -> None:
        raise RuntimeError("killed")

    await workspace.remember(decision("rate limits related_to api", types={"rate limits": "concept"}))
    folder = vault(tmp_path / "v", Note=RATE)
    with monkeypatch.context() as patched:
        patched.setattr(running, "resolve_new", dies)
        with pytest.raises(RuntimeError):
            await workspace.ingest(str(folder))
    found = await workspace.ingest(str(folder))
    assert (found.counts["unchanged"], [m.loser.name for m in found.merged]) == (1, ["rate-limits"])
    assert (await workspace.ingest(str(folder))).merged == ()


async def test_what_people_named_is_theirs_to_merge(workspace: Workspace, tmp_path: Path) -> None:
    """Two names that people and agents stated are proposed and never merged, whatever an ingest says of them."""
    await workspace.remember(decision("rate limits related_to api", types={"rate limits": "concept"}))
    await workspace.remember(decision("rate-limits related_to api", types={"rate-limits": "concept"}))
    found = await workspace.ingest(str(vault(tmp_path / "v", Note=RATE)))
    assert found.merged == ()
    assert (await workspace.radar()).probable_duplicates.total == 1


async def test_what_differs_in_what_matters_stays_apart(workspace: Workspace, tmp_path: Path) -> None:
    """Versions, regions, environments and negations are neither merged nor proposed; another type is proposed and not merged."""
    pairs = [
        ("Redis 6", "Redis 7"),
        ("us-east", "us-west"),
        ("auth staging", "auth production"),
        ("signed commit", "unsigned commit"),
    ]
    lines = [f"({a}:concept) -[related_to]-> (door:concept)\n({b}:concept) -[related_to]-> (door:concept)" for a, b in pairs]
    await workspace.remember(decision("rate limits related_to api", types={"rate limits": "technology"}))
    found = await workspace.ingest(str(vault(tmp_path / "v", Note="\n".join([*lines, RATE]))))
    assert (found.merged, found.proposed) == ((), ())
    assert {name for pair in pairs for name in pair} <= await names(workspace)
    assert {(d.one.name, d.other.name) for d in (await workspace.radar()).probable_duplicates.lines} <= {
        ("rate limits", "rate-limits"), ("rate-limits", "rate limits")
    }  # fmt: skip


async def test_spellings_of_one_ingest_become_one(workspace: Workspace, tmp_path: Path) -> None:
    """Several spellings that one ingest brings lead to the one that came first."""
    first = vault(
        tmp_path / "v",
        A="(retry policy:concept) -[related_to]-> (a:concept)",
        B="(retry-policy:concept) -[related_to]-> (b:concept)",
    )
    found = await workspace.ingest(str(vault(first, C="(Retry–policy:concept) -[related_to]-> (c:concept)")))
    assert {m.survivor.name for m in found.merged} == {"retry policy"}
    assert {n.entity.name for n in (await workspace.neighbours("retry policy")).neighbours} >= {"a", "b"}


async def test_merging_can_be_switched_off(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With GRAPHMEM_INGEST_MERGE=false everything is a person's to judge."""
    monkeypatch.setattr(workspace._store, "ingest_merge", False)
    await workspace.remember(decision("rate limits related_to api", types={"rate limits": "concept"}))
    found = await workspace.ingest(str(vault(tmp_path / "v", Note=RATE)))
    assert (found.merged, [(p.one.name, p.other.name) for p in found.proposed]) == ((), [("rate-limits", "rate limits")])


async def test_a_long_list_is_read_by_entity(workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However few pairs one reading takes, an entity that fits two others is proposed beside both, and each pair is told once."""
    for name in ("rate limits", "rate_limits"):
        await workspace.remember(decision(f"{name} related_to api", types={name: "concept"}))
    await workspace.remember(decision("retry policy related_to api", types={"retry policy": "concept"}))
    folder = vault(tmp_path / "v", Note=RATE + "\n(retry-policy:concept) -[related_to]-> (door:concept): it tries again")
    monkeypatch.setattr("graphmem.ingest.joining.MOST", 1)
    found = await workspace.ingest(str(folder))
    assert [m.loser.name for m in found.merged] == ["retry-policy"]
    assert sorted((p.one.name, p.other.name) for p in found.proposed) == [
        ("rate-limits", "rate limits"), ("rate-limits", "rate_limits")
    ]  # fmt: skip
