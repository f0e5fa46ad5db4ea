"""Exports and pages that hold what they should not: read as far as they go, or refused as unreadable; nothing else is raised."""

from __future__ import annotations

import copy
import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.ingest.chunking import chunks
from graphmem.ingest.connectors.conversations import cleaned, list_conversations
from graphmem.ingest.connectors.folder import document_of
from graphmem.ingest.connectors.highlights import list_highlights
from graphmem.ingest.connectors.stars import list_stars
from graphmem.ingest.documents import Listing
from graphmem.ingest.extraction.reply import Malformed, extraction_of, read_object
from graphmem.ingest.markdown import parse_note
from graphmem.ingest.notes import Names
from graphmem.ingest.reading import Unreadable
from graphmem.model.ontology import DEFAULT
from tests.model_server import entity, relation, reply

ODD = (
    None, True, 0, -1, 1e308, float("nan"), 10**20, "", "x" * 300, "\ud800", "\x00", [], {}, [[]], [None], {"a": None}, ["a", 1]
)  # fmt: skip
STARS = [
    {"starred_at": "2026-05-04T10:00:00Z", "repo": {"id": 1, "full_name": "a/b", "language": "C", "topics": ["x"]}},
    {"id": 2, "full_name": "c/d", "description": None, "topics": []},
]
BOOK = {"user_book_id": 1, "title": "B", "author": "A", "highlights": [{"id": 1, "text": "hi", "tags": [{"name": "z"}]}]}
SAID = {"id": "m", "author": {"role": "user"}, "create_time": 1.7e9, "content": {"content_type": "text", "parts": ["hi"]}}
CHAT = [
    {
        "title": "T",
        "id": "c",
        "current_node": "b",
        "mapping": {"a": {"parent": None, "message": SAID}, "b": {"parent": "a", "message": SAID}},
    }
]
PLAIN = {
    "conversations": [{"messages": [{"role": "user", "content": [{"type": "text", "text": "y"}], "at": "2026-01-01T00:00:00Z"}]}]
}
REPLY = reply(
    entities=[entity("api"), entity("auth")],
    relations=[relation("api", "auth")],
    preferences=[{"slot": "indentation", "preference": "tabs", "holder": "Kim", "valid_from": "2024"}],
    facts=[{"subject": "api", "predicate": "is", "object": "x", "valid_from": None}],
)


def mutated(value: Any, rng: random.Random) -> Any:
    """The value with some of its parts replaced or left out."""
    if rng.random() < 0.15:
        return copy.deepcopy(rng.choice(ODD))
    if isinstance(value, dict):
        return {k: mutated(v, rng) for k, v in value.items() if rng.random() > 0.05}
    return [mutated(v, rng) for v in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("base", "lister"),
    [
        (STARS, list_stars), ([BOOK], list_highlights), ({"results": [BOOK]}, list_highlights), (CHAT, list_conversations),
        (PLAIN, list_conversations),
    ],
    ids=["stars", "books", "pages", "chat", "messages"],
)  # fmt: skip
def test_exports_with_parts_of_another_type(tmp_path: Path, base: Any, lister: Callable[[Path, str], Listing]) -> None:
    """Whatever stands in the place of a list, a text, a number or an object."""
    rng, path, documents = random.Random(7), tmp_path / "x.json", 0
    for _ in range(400):
        path.write_text(json.dumps(mutated(base, rng)))
        try:
            documents += len([found.read() for found in lister(path, "s").found])
        except Unreadable:
            continue
    assert documents > 50


def test_replies_with_parts_of_another_type() -> None:
    """An answer of a model is read item by item, or malformed as a whole."""
    rng, kept = random.Random(7), 0
    for _ in range(2_000):
        try:
            kept += not extraction_of(read_object(json.dumps(mutated(REPLY, rng))), "api auth x Kim", DEFAULT).empty
        except Malformed:
            continue
    assert kept > 200


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<p>a<![ odd -->b</p>", "ab"),
        ("<p>a<![CDATA[x]]>b</p>", "ab"),
        ("<!--[if IE]>x<![endif]--><p>a</p>", "a"),
        ("<head><title>t</title><p>a", "a"),
        ("<head><title>t</title><body>a", "a"),
        ("<head><style>x</style></head>a", "a"),
    ],
)
def test_pages_that_nobody_closed(page: str, text: str) -> None:
    """Marked sections are left out, and a head ends where the body begins."""
    assert document_of("x.html", page.encode(), Names(["x.html"])).text == text


def test_a_table_with_a_field_that_is_too_long(tmp_path: Path) -> None:
    """A CSV that its reader refuses is unreadable."""
    (tmp_path / "x.csv").write_text('Highlight,Book Title\n"' + "x" * 200_000 + '",T\n')
    with pytest.raises(Unreadable, match="no CSV"):
        list_highlights(tmp_path / "x.csv", "s")


@pytest.mark.parametrize("kind", ["md", "html", "txt"])
@pytest.mark.parametrize(
    "part",
    [
        "<!--",
        "%% ",
        "a:: [[b]]\n",
        "# a\n",
        "[[",
        "[a](b",
        "```\n",
        "<",
        "<a ",
        "<![",
        "&#",
        "---\n",
        "(a:object) -[depends_on]-> (b",
    ],
)
def test_a_part_that_is_repeated_without_end(part: str, kind: str) -> None:
    """However often something is opened and not closed, a text is read in a time that its length explains."""
    text, began = part * (100_000 // len(part)), time.monotonic()
    document_of(f"x.{kind}", text.encode(), Names([f"x.{kind}"]))
    assert time.monotonic() - began < 2


def test_runs_of_ticks_that_fit_no_other() -> None:
    """Code that is not closed is looked for no further than a few thousand letters."""
    text, began = "".join("`" * n + "a " for n in range(1, 300)), time.monotonic()
    assert document_of("x.md", f"{text}\n\n`[[A]]` [[B]]".encode(), Names(["x.md"])).stated
    assert time.monotonic() - began < 2


def test_marks_of_programs_that_nobody_closed() -> None:
    """In a message they are text; closed ones go with what they hold."""
    began = time.monotonic()
    assert cleaned("<system-reminder>" * 20_000).startswith("<system-reminder>")
    assert time.monotonic() - began < 2
    assert cleaned("a<command-name>x</command-name>b<system-reminder>y</system-reminder>c") == "abc"


def test_the_headings_above_many_chunks() -> None:
    """Each chunk stands below its own, however many there are."""
    text, began = "".join(f"# H{n}\n\n## Under {n}\n\nwords\n\n" for n in range(2_000)), time.monotonic()
    found = chunks(text, size=16, overlap=0)
    assert time.monotonic() - began < 5
    assert all(text.rfind("# H", 0, piece.begins + 1) < 0 or piece.heading for piece in found)
    (last,) = (piece for piece in found if "Under 1999" in piece.text)
    assert str(last.heading).startswith("H1999")


def test_comments_are_no_links() -> None:
    """What a comment holds is no link; one that is not closed hides nothing."""
    note = parse_note("%% [[A]] %% [[B]] <!-- [[C]] --> [[D]] <!-- [[E]]")
    assert [link.target for link in note.links] == ["B", "D", "E"]
