"""The demo: what it loads, what it asks, and the queries that it gives to paste."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from email.message import Message
from importlib.metadata import Distribution, distributions

import pytest

from graphmem.demo import browser, packages, story
from graphmem.demo.tour import BEFORE_RECORD, BEFORE_RETIRED, ON_SURREALKV, scenes, tour
from graphmem.memory import Memory, create_workspace
from graphmem.model.answers.impact import Impact
from graphmem.workspace import Workspace
from tests.stating import decision


class Stated(Distribution):
    """A package that says of itself what a test needs."""

    def __init__(self, name: str | None, version: str = "1.0", requires: tuple[str, ...] = (), **more: str) -> None:
        self._message = Message()
        for key, value in {"Name": name, "Version": version, **more}.items():
            if value is not None:
                self._message[key] = value
        self._requires = list(requires)

    @property
    def metadata(self) -> Message:  # type: ignore[override]
        return self._message

    @property
    def requires(self) -> list[str]:  # type: ignore[override]
        return self._requires

    def read_text(self, filename: str) -> None:
        return None

    def locate_file(self, path: object) -> None:  # type: ignore[override]
        return None


@pytest.fixture(scope="module")
async def told(memory: Memory) -> Workspace:
    """The story, told on the tests' server in a workspace of its own."""
    name = f"story-{secrets.token_hex(4)}"
    assert await story.load(memory, name) == len(story.story().read_text(encoding="utf-8").splitlines())
    return await memory.workspace(name)


def dependents(answer: Impact) -> list[tuple[str, int]]:
    return [(d.entity.name, d.hop) for d in answer.dependents]


async def test_story_keeps_both_clocks(told: Workspace) -> None:
    """The clocks are those of the story: what was known on a day is asked with that day, and the last line is its present."""
    answer = await told.impact("SessionPersister")
    assert answer.as_of.isoformat() == "2026-11-08T10:00:00+00:00"
    assert {(r.at, r.author) for r in answer.risks} >= {("2026-10-18T15:20:00Z", "agent"), ("2026-10-21T14:10:00Z", "agent")}


async def test_story_is_told_once(told: Workspace, memory: Memory) -> None:
    """Told again, nothing is added."""
    assert await story.load(memory, told.name) == 0


async def test_impact_of_session_persister(told: Workspace) -> None:
    """What depends on it with its reason, and the five problems found in it, each with its fix."""
    answer = await told.impact("SessionPersister")
    assert dependents(answer) == [("RecordEvent", 1)]
    assert "after the persister's write" in str(answer.dependents[0].evidence[0].reason)
    problems = [r for r in answer.risks if r.kind == "problem_solved"]
    assert [r.at[:10] for r in problems] == ["2026-10-21", "2026-10-18", "2026-10-18", "2026-10-18", "2026-10-18"]
    assert all(r.description and r.holds for r in problems)


async def test_the_stale_line(told: Workspace) -> None:
    """A removal that ended nothing stays an answer until a record retires it, then from the day on which it was true."""
    assert dependents(await told.impact("SessionPersister", as_of=BEFORE_RETIRED)) == [("RecordEvent", 1), ("StorageActor", 1)]
    assert dependents(await told.impact("SessionPersister", valid_at=BEFORE_RETIRED)) == [("RecordEvent", 1)]
    assert dependents(await told.impact("SessionPersister", valid_at="2026-10-21")) == [("RecordEvent", 1), ("StorageActor", 1)]


async def test_two_hops_to_rocksdb(told: Workspace) -> None:
    """The plugin depends on RocksDB through the test cloud, but not while that ran on another engine."""
    answer = await told.impact("RocksDB")
    assert dependents(answer) == [("schema creation", 1), ("test cloud", 1), ("Claude Code plugin", 2)]
    assert [(s.source, s.target) for s in answer.dependents[2].path] == [
        ("test cloud", "RocksDB"),
        ("Claude Code plugin", "test cloud"),
    ]
    assert dependents(await told.impact("RocksDB", as_of=ON_SURREALKV)) == [("schema creation", 1)]


async def test_lineage_of_the_doubled_work(told: Workspace) -> None:
    """Cause at 12:12, fix in the same afternoon."""
    events = (await told.lineage("duplicate derived work on update")).events
    assert [(e.role, e.entity.name, e.at) for e in events] == [
        ("subject", "duplicate derived work on update", "2026-10-18T12:12:00Z"),
        ("cause", "MemoryServiceImpl", "2026-10-18T12:12:00Z"),
        ("fix", "SessionPersister", "2026-10-18T15:20:00Z"),
    ]


async def test_radar_before_and_after(told: Workspace) -> None:
    """The problem is open until a record says what solves it; the fix alone, which did not say so, left it open."""
    before, now = await told.radar(as_of=BEFORE_RECORD), await told.radar()
    assert [line.entity.name for line in before.unsolved_problems.lines] == ["module config null", "board_create stages"]
    assert [line.entity.name for line in now.unsolved_problems.lines] == ["board_create stages"]
    assert [line.entity.name for line in now.silent_entities.lines] == ["SSEBroadcaster"]
    assert [(line.kind, line.entity.name) for line in before.links_to_removed.lines] == [("said_removed", "StorageActor")]
    assert now.links_to_removed.total == 0
    pair = now.probable_duplicates.lines[0]
    assert {pair.one.name, pair.other.name} == {"DocumentKey", "document keys"}


async def test_permission_fix(told: Workspace) -> None:
    """The wrong answer stood for nine days beside the right one; a record that names it in `supersedes` ended it."""
    stood = {r.title: r.holds for r in (await told.entity("permission fix", as_of="2026-11-06")).records}
    assert stood == {
        "Is the permission fix verified on the test cloud?": True,
        "Did the check of the permission fix prove anything?": True,
    }
    ended = [r for r in (await told.entity("permission fix")).records if not r.holds]
    assert [(r.valid_to, r.end_reason, r.ended_by) for r in ended] == [("2026-11-07T14:25:27Z", "superseded", "maintainer")]


async def test_another_telling_is_kept(memory: Memory) -> None:
    """Where a version with other words has told its story, that one stays, and nothing is refused."""
    then, name = memory.store.at(datetime(2026, 5, 17, 9, 40, tzinfo=UTC)), f"story-{secrets.token_hex(4)}"
    await create_workspace(then, name, "agent")
    await Workspace(then, name, "agent").remember(decision("a depends_on b", request_id="sse-broadcaster"))
    assert await story.load(memory, name) == 0


async def test_tour(told: Workspace, memory: Memory, workspace: Workspace) -> None:
    """Every question of the tour is answered; the command that is shown beside it asks the same."""
    loaded = await packages.load(memory, workspace.name)
    answers = [t async for t in tour(memory, scenes(loaded.hub, told.name, workspace.name))]
    assert len(answers) == 8
    hub = answers[-1].answer
    assert (hub.entity.name, answers[-1].command) == (loaded.hub, f"graphmem -w {workspace.name} impact {loaded.hub}")
    assert all("requires" in str(d.path[-1].reason) for d in hub.dependents)


async def test_queries_to_paste(told: Workspace, memory: Memory, workspace: Workspace) -> None:
    """Each query for Neo4j Browser runs as it is printed and shows something; the ends show how the stale line ended."""
    await packages.load(memory, workspace.name)
    texts = [q.text.replace("demo-story", told.name).replace("demo-packages", workspace.name) for q in browser.queries()]
    graph, ends, hubs = [await memory.store.command(text) for text in texts]
    assert len(graph) > 20
    assert hubs
    assert ("StorageActor", "depends_on", "SessionPersister", "retired") in {
        (row["source"], row["relation"], row["target"], row["how"]) for row in ends
    }


def test_packages_are_read_from_their_metadata() -> None:
    """Names are evened out; extras, what is not meant for here and what is missing are left out; of two installed, the first counts."""
    found = packages.packages(
        [
            Stated(
                "Web_App",
                requires=(
                    "lib>=2; python_version > '3'",
                    "extra-lib; extra == 'x'",
                    "old; python_version < '3'",
                    "absent",
                    "web-app[x]",
                ),
            ),
            Stated("lib", version="2.1", Summary="A library", **{"License-Expression": "MIT"}),
            Stated("LIB", version="1.0"),
            Stated("extra-lib"),
            Stated("old"),
            Stated(None),
        ]
    )
    assert [p.name for p in found] == ["extra-lib", "lib", "old", "web-app"]
    assert found[1] == packages.Package("lib", "2.1", "A library", "MIT", ())
    assert found[3].requires == (("lib", "lib>=2; python_version > '3'"),)


async def test_packages_follow_what_is_installed(memory: Memory, monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    """A second load adds nothing; an upgrade supersedes the record of the package, a removal ends it."""

    async def load(*found: Distribution) -> packages.Loaded:
        monkeypatch.setattr(packages, "distributions", lambda: found)
        return await packages.load(memory, workspace.name)

    app, tool, lib = Stated("app", requires=("lib>=1",)), Stated("tool", requires=("lib",)), Stated("lib")
    first = await load(app, tool, lib)
    assert (first.packages, first.links, first.added, first.ended, first.hub) == (3, 2, 2, 0, "lib")
    assert (await load(app, tool, lib)).added == 0
    upgraded = await load(Stated("app", "2.0", ("lib>=2",)), lib)
    assert (upgraded.added, upgraded.ended) == (1, 1)
    answer = await workspace.impact("lib")
    assert [(d.entity.name, d.path[0].reason) for d in answer.dependents] == [("app", "its metadata requires lib>=2")]
    assert (await workspace.entity("app")).fields["version"] == "2.0"


async def test_a_package_that_needs_many(memory: Memory, monkeypatch: pytest.MonkeyPatch, workspace: Workspace) -> None:
    """More requirements than one record can name go into several, and none is lost."""
    names = [f"lib{n}" for n in range(120)]
    monkeypatch.setattr(packages, "distributions", lambda: [Stated("app", requires=tuple(names)), *map(Stated, names)])
    loaded = await packages.load(memory, workspace.name)
    assert (loaded.added, loaded.links) == (3, 120)
    assert [d.entity.name for d in (await workspace.impact("lib119")).dependents] == ["app"]


def test_this_environment_has_packages() -> None:
    """The packages beside graphmem are found, graphmem among them with its driver."""
    found = {p.name: p for p in packages.packages(distributions())}
    assert "neo4j" in dict(found["graphmem"].requires)
