"""What the demo asks, in the order it is told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from graphmem.demo.packages import WORKSPACE as PACKAGES
from graphmem.demo.story import WORKSPACE as STORY
from graphmem.memory import Memory
from graphmem.workspace import Workspace

BEFORE_RECORD = "2026-11-07T14:00:00Z"  # the record that solves "module config null" was made at 14:52
BEFORE_RETIRED = "2026-11-01"  # that StorageActor had gone was said on November 8
ON_SURREALKV = "2026-10-21T12:00:00Z"  # the test cloud had been moved in the morning and was moved back in the evening


@dataclass(frozen=True, slots=True)
class Scene:
    """One question: in words, of which workspace, as it is typed after `graphmem`, and as it is asked here."""

    question: str
    workspace: str
    command: str
    ask: Callable[[Workspace], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Told:
    """A question, the command that asks it, and what the memory answered."""

    question: str
    command: str
    answer: Any


def scenes(hub: str, story: str = STORY, packages: str = PACKAGES) -> tuple[Scene, ...]:
    """The questions, asked of the two workspaces; `hub` is the installed package to ask about."""
    return (
        Scene(
            "What depends on SessionPersister, and what went wrong in it before?",
            story, "impact SessionPersister",
            lambda w: w.impact("SessionPersister"),
        ),
        Scene(
            "The same, as the memory stood on November 1: nobody had said yet that StorageActor was gone.",
            story, f"impact SessionPersister --as-of {BEFORE_RETIRED}",
            lambda w: w.impact("SessionPersister", as_of=BEFORE_RETIRED),
        ),
        Scene(
            "Can RocksDB be replaced? The plugin needs the test cloud, which needs RocksDB: two records, one path.",
            story, "impact RocksDB",
            lambda w: w.impact("RocksDB"),
        ),
        Scene(
            "The same on October 21 at noon, while the test cloud ran on SurrealKV.",
            story, f"impact RocksDB --as-of {ON_SURREALKV}",
            lambda w: w.impact("RocksDB", as_of=ON_SURREALKV),
        ),
        Scene(
            "Why did an update do its work twice, and what ended that?",
            story, "lineage 'duplicate derived work on update'",
            lambda w: w.lineage("duplicate derived work on update"),
        ),
        Scene(
            "What was open on November 7, before a record said what solves 'module config null'?",
            story, f"radar --as-of {BEFORE_RECORD}",
            lambda w: w.radar(as_of=BEFORE_RECORD),
        ),
        Scene(
            "And what is open now?",
            story, "radar",
            lambda w: w.radar(),
        ),
        Scene(
            f"Of the packages installed here: what needs {hub}, by which line of its metadata?",
            packages, f"impact {hub}",
            lambda w: w.impact(hub),
        ),
    )  # fmt: skip


async def tour(memory: Memory, scenes: Iterable[Scene]) -> AsyncIterator[Told]:
    """Asks one question after the other."""
    for scene in scenes:
        project = await memory.workspace(scene.workspace)
        yield Told(scene.question, f"graphmem -w {scene.workspace} {scene.command}", await scene.ask(project))
