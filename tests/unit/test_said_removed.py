"""A code change proposes that a thing is gone only where its words say so."""

from __future__ import annotations

import time

import pytest

from graphmem.read.said_removed import STEMS, describes_removed, says_removed


@pytest.mark.parametrize(
    "text",
    [
        "Removed SSEBroadcaster",
        "Remove the old SSEBroadcaster and its tests",
        "We deleted the unused SSEBroadcaster.",
        "The write path is shorter. SSEBroadcaster was removed; clients poll.",
        "SSEBroadcaster has been deleted",
        "SSEBroadcaster is finally gone: removed with its tests",
        "dropped ssebroadcaster",
        "Got rid of SSEBroadcaster",
        "Decommission SSEBroadcaster",
    ],
)
def test_said(text: str) -> None:
    """The verb right before the name, or the name and then the participle."""
    assert says_removed(text, ["SSEBroadcaster"])
    assert any(stem in text.lower() for stem in STEMS)


@pytest.mark.parametrize(
    "text",
    [
        "Removed a dead branch from SSEBroadcaster",
        "Deleted two retries in SSEBroadcaster",
        "SSEBroadcaster was not removed",
        "We did not remove SSEBroadcaster",
        "SSEBroadcaster now drops slow clients",
        "Removed SSEBroadcasterTest",
        "Removed the lock. SSEBroadcaster writes alone.",
        "SSEBroadcaster removes stale sessions",
        "Renamed SSEBroadcaster",
        "",
    ],
)
def test_not_said(text: str) -> None:
    """Something else that was taken out of the thing, a denial, another name."""
    assert says_removed(text, ["SSEBroadcaster"]) is None


def test_the_sentence_is_quoted() -> None:
    """What is shown is the sentence that says it."""
    text = "Clients poll now. Removed the SSEBroadcaster. Tests pass."
    assert says_removed(text, ["SSEBroadcaster"]) == "Removed the SSEBroadcaster."


@pytest.mark.parametrize("name", ["C++", ".NET", "a.b(c)", "[x]*", "\\d+"])
def test_a_name_is_no_pattern(name: str) -> None:
    """Signs in a name mean themselves."""
    assert says_removed(f"Removed {name} at last", [name])
    assert says_removed("Removed anything at last", [name]) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("removed with the importer", True),
        ("It was deleted", True),
        ("now gone", True),
        ("removes stale sessions", False),
        ("the remover", False),
    ],
)
def test_what_is_said_of_the_thing_itself(text: str, said: bool) -> None:
    """A description speaks of its thing without naming it."""
    assert describes_removed(text) is said


def test_hostile_texts_take_linear_time() -> None:
    """Twenty thousand characters of near misses are read at once."""
    started = time.perf_counter()
    for text in ("remove " * 3_000, "x was " * 3_300, "removed " + "a " * 9_900, "remove x" * 2_500):
        says_removed(text[:20_000], ["x y", "x"])
    assert time.perf_counter() - started < 5
