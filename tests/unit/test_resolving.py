"""Which entities an ingest merges by itself: design 3.1; figures in docs/evaluation.md (`make eval`)."""

from __future__ import annotations

import pytest

from graphmem.embed.base import BUILT_IN, MERGE_FROM
from graphmem.ingest.resolving import Named, canonical_names, one_canonical, verdict
from graphmem.model.names import told_apart
from tests.unit.families import b_cubed, cosines, pairs, precision_recall, spellings

LEAST = MERGE_FROM[BUILT_IN["static"][0]]


def test_the_list_is_fair() -> None:
    """Hundreds of pairs of names that are easily taken for one another, in two halves, of things and of spellings of one thing."""
    rows = spellings()
    compared = pairs(rows)
    same = sum(a.thing == b.thing for a, b in compared)
    assert len(compared) >= 300
    assert 0.2 < same / len(compared) < 0.6
    assert {row.half for row in rows} == {"a", "b"}
    assert len({(row.named.name, row.named.type) for row in rows}) == len(rows)


@pytest.mark.parametrize("half", ["a", "b"])
def test_what_is_merged_is_one(half: str) -> None:
    """An ingest merges by itself because on both halves of the list at least 98 of 100 such merges are right."""
    rows = spellings(half)
    near = cosines(rows, "static")
    judged = [
        (verdict(a.named, b.named, near[frozenset((a.named.id, b.named.id))], LEAST) == "merge", a.thing == b.thing)
        for a, b in pairs(rows)
    ]
    assert sum(merged for merged, _ in judged) >= 20
    assert precision_recall(judged)[0] >= 0.98


def test_canonical_names_group_spellings() -> None:
    """Groups under one canonical name hold the spellings of a thing together, over all names of a type at once."""
    rows = spellings()
    found = canonical_names(r.named for r in rows)
    group = {r.named.id: f"{r.named.type} {found[r.named.id]}" for r in rows}
    precision, recall = b_cubed(rows, group)
    assert precision >= 0.97
    assert recall >= 0.97


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Redis 6", "Redis 7"),
        ("PostgreSQL", "PostgreSQL 16"),
        ("us-east-1", "us-west-1"),
        ("billing (eu)", "billing (us)"),
        ("auth staging", "auth production"),
        ("signed commits", "unsigned commits"),
        ("can log in", "cannot log in"),
        ("idempotent write", "non-idempotent write"),
        ("C", "C++"),
    ],
)
def test_told_apart(one: str, other: str) -> None:
    """A number, a region, an environment, a negation or a sign makes two things, however near their vectors are."""
    assert told_apart(one, other)
    assert told_apart(other, one)
    assert verdict(Named("1", one, "concept"), Named("2", other, "concept"), 1.0, LEAST) == "apart"


@pytest.mark.parametrize(
    ("one", "other"), [("us-east-1", "US East 1"), ("prod cluster", "production cluster"), ("Redis 6", "redis-6")]
)
def test_not_told_apart(one: str, other: str) -> None:
    """The same number, region or environment in other letters tells nothing apart."""
    assert not told_apart(one, other)


def test_two_types_are_never_one() -> None:
    """Names are resolved within their type."""
    one, other = Named("1", "web socket", "technology"), Named("2", "WebSocket", "concept")
    assert not one_canonical(one, other)
    assert verdict(one, other, 1.0, LEAST) == "apart"


def test_nothing_is_merged_without_a_measure() -> None:
    """Without a vector, or with an embedder that nobody measured, what is spelled alike is a person's to judge."""
    one, other = Named("1", "web socket", "technology"), Named("2", "WebSocket", "technology")
    assert verdict(one, other, 1.0, None) == verdict(one, other, None, LEAST) == "propose"
    assert verdict(one, other, 1.0, LEAST) == "merge"
