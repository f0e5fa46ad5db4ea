"""Words of a text: for the full-text index, for a question, and as the terms that join texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphmem.model.lexical import entity_lexical, lexical, link_text, pairs, query_words, record_text, stems


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("SessionPersister", "session persister"),
        ("carry_over", "carry over"),
        ("memory_system/persister.rs", "persister rs"),
        ("HTTPServer", "http server"),
        ("v5.26.31", "5.26.31"),
        ("Le café est servi", "cafe"),
        ("배포 점검은 금요일", "점검"),
        ("今日は成語しりとりをした", "しりとり"),
        ("Ротация паролей ежеквартально", "паролей"),
    ],
)
def test_what_is_asked_stands_in_the_index(text: str, asked: str) -> None:
    """Every word that a question asks for is a word of the text as the index holds it."""
    held = set(lexical(text).casefold().split())
    wanted = query_words(asked)
    assert wanted
    assert set(wanted) <= held


def test_plain_prose_is_not_doubled() -> None:
    """Words that the index reads by itself are not said twice: that would make a text look more relevant than it is."""
    assert lexical("The retry queue drops messages, tb-foo too.") == "The retry queue drops messages, tb-foo too."


def test_words_that_say_nothing_are_not_asked_for() -> None:
    """A question of nothing but stop words asks for nothing; its own words go too."""
    assert query_words("what was it that they did?") == []
    assert query_words("what breaks when the cache is cold") == ["breaks", "cache", "cold"]


def test_stems_join_forms_of_a_word() -> None:
    """Forms of one word share a stem; stop words, single letters and endings of possessives have none."""
    assert stems("deploys, deployed") == stems("deploy") == ["deploy"]
    assert stems("the cache's x and the caches") == ["cach"]
    assert set(stems("점검은")) & set(stems("점검"))


@given(st.text())
def test_any_text_has_words(text: str) -> None:
    """No text breaks them; each stem stands once; the text itself stands first."""
    assert lexical(text).startswith(text)
    assert len(set(stems(text))) == len(stems(text))
    assert all(pair.isalnum() and pair.isascii() for pair in pairs(text))


def test_what_is_embedded() -> None:
    """A title that only repeats the first field is not said twice; a relation without direction reads like a sentence."""
    assert record_text("decision", {"title": "Use Redis", "decision": "Use Redis", "reason": "fast"}) == "Use Redis\nfast"
    assert record_text("decision", {"title": "Cache", "decision": "Use Redis"}) == "Cache\nUse Redis"
    assert link_text("api", "depends_on", "redis", "it caches") == "api depends on redis: it caches"
    assert link_text("Einstein", "related_to", "Ulm", "was born in") == "Einstein was born in Ulm"


def test_lines_of_an_entity() -> None:
    """An entity has three lines: names and type, what it is, values of fields; none of them can break into another."""
    found = entity_lexical(["SessionPersister", "persister"], "code_component", "keeps\nsessions", ["rust", 3])
    assert found.split("\n") == ["SessionPersister persister code component session", "keeps sessions", "rust 3"]
