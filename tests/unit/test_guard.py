"""The guard of statements that models write: what it refuses, what it lets through, and what becomes of it."""

from __future__ import annotations

import re

import pytest

from graphmem.ask.guard import ROWS, guarded
from graphmem.ask.lexing import MOST_TEXT, MOST_TOKENS
from graphmem.ask.plans import check_plan
from graphmem.ask.vocabulary import ELSEWHERE, HIDDEN, LABELS, SHOWN, TYPES
from graphmem.errors import QueryRefused
from graphmem.model.ontology import KEYS, STRUCTURE
from graphmem.store import Plan
from graphmem.store.schema import PROPERTIES
from tests.guarding import HONEST, HOSTILE

NODE = re.compile(r"\((_\d+|[a-z]\w*)?(:[\w&|()]+)? \{[^{}]*workspace: \$workspace\}\)")


def test_the_lists_are_long() -> None:
    """At least 200 hostile statements and 100 honest ones, none of them twice."""
    assert len({h.text for h in HOSTILE}) == len(HOSTILE) >= 200
    assert len(set(HONEST)) == len(HONEST) >= 100
    assert {h.proof for h in HOSTILE} == {"writes", "leaks", "runs", "plans"}


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda h: h.title)
def test_sec_02_hostile_statements_are_refused(hostile) -> None:  # type: ignore[no-untyped-def]
    """None of them gets as far as the server."""
    with pytest.raises(QueryRefused):
        guarded(hostile.text)


@pytest.mark.parametrize("text", HONEST, ids=lambda t: " ".join(t.split())[:60])
def test_sec_03_honest_statements_are_let_through(text: str) -> None:
    """Each is let through, every node of it held to the workspace, with a limit, no text and no other parameter in it."""
    found = guarded(text)
    outside = re.sub(r"EXISTS \{ MATCH|COUNT \{ MATCH", "MATCH", found.text)
    for pattern in re.findall(r"MATCH (.*?)(?:\nWHERE| WHERE|\n|$)", outside):
        bare = NODE.sub("NODE", pattern)
        assert "(" not in re.sub(r"\[[^\]]*\]", "", bare), pattern
    assert "'" not in found.text
    assert '"' not in found.text
    assert set(re.findall(r"\$(\w+)", found.text)) <= {"workspace", "as_of", "valid_at", *found.params}
    assert all(int(n) <= ROWS + 1 for n in re.findall(r"LIMIT (\d+)", found.text))
    assert found.text.isascii()


def test_texts_are_parameters() -> None:
    """A text is what it spells, whatever it spells, and never a part of the statement."""
    found = guarded(
        r"""MATCH (e:Entity) WHERE e.name = 'it\'s' OR e.name = "a\\b\n" OR e.name = '}) DELETE e //' RETURN e.name"""
    )
    assert found.params == {"text_0": "it's", "text_1": "a\\b\n", "text_2": "}) DELETE e //"}
    assert "DELETE" not in found.text
    assert '"}) DELETE e //"' in found.shown


def test_what_has_times_is_held_to_the_clocks() -> None:
    """Relations, mentions and records must hold; steps of a way each; what is only an entity must be known and stand for itself."""
    one = guarded("MATCH (r:Record)-[m:MENTIONS]->(e:Entity)-[:DEPENDS_ON*1..2]->(x) RETURN x.name").text
    assert one.count("ended_at <= $as_of") == 3  # the record, the mention, the steps
    assert one.count("survivor IS NULL") == 2
    assert "[_1:DEPENDS_ON*1..2 {workspace: $workspace}]" in one
    assert "IN _1 WHERE" in one
    again = guarded("MATCH (e:Entity) MATCH (e)--(f:File) RETURN f.path").text
    assert again.count("MATCH") == 2
    assert "(e {workspace: $workspace})" in again


def test_labels_that_follow_from_a_relation_are_added() -> None:
    """A node without a label gets that of what the relation joins, so that an index begins with the workspace."""
    assert "(a:Entity&Searchable {workspace" in guarded("MATCH (a)-[:DEPENDS_ON]->(b) RETURN a.name").text
    assert "(f:File {workspace" in guarded("MATCH (r:Record)-[:TOUCHES]->(f:File) RETURN f.path").text
    assert "(n:Searchable {workspace" in guarded("MATCH (n) RETURN count(n)").text
    assert "(d:DecisionRecord&Searchable {workspace" in guarded("MATCH (d:DecisionRecord) RETURN d.title").text


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("MATCH (e:Enttiy) RETURN e.name", "label of the schema"),
        ("MATCH (t:Task) RETURN t.id", "'Task' was found; ask `tasks` or `recall` instead"),
        ("MATCH (r:Rule) RETURN r.text", "ask `rules` instead"),
        ("MATCH (e:Entity) WHERE EXISTS { (e)<--(t:Topic) } RETURN e.name", "ask `topics` instead"),
        ("MATCH (e:Entity)-[:DEPENDS]->(x) RETURN x.name", "relationship type of the schema"),
        ("MATCH (e:Entity) RETURN e.vector_a", "'vector_a' is not for questions"),
        ("MATCH (e:Entity) RETURN apoc.text.join(e.name)", "the end of the question is wanted"),
        ("MATCH (e:Entity), (r:Record) RETURN e.name", "nothing to do with those before"),
        ("MATCH (e:Entity)-[:DEPENDS_ON*]->(x) RETURN x.name", r"has an end, of at most 4"),
        ("MATCH (e:Entity) RETURN e.name LIMIT 1 DELETE e", "the end of the question is wanted"),
        ("DELETE everything", "MATCH, OPTIONAL MATCH"),
        ("MATCH (e:Entity) RETURN *", "a value is wanted"),
        ("", "MATCH, OPTIONAL MATCH"),
        ("MATCH (e:Entity) WHERE e.name = 'open", "nothing that a question may hold"),
        ("x" * (MOST_TEXT + 1), "characters"),
        ("MATCH (e:Entity) RETURN " + "e," * MOST_TOKENS, "words and signs"),
    ],
)
def test_refusals_say_why(text: str, reason: str) -> None:
    """The reason is one that a model, or a person, can act on."""
    with pytest.raises(QueryRefused, match=reason):
        guarded(text)


def test_plans_are_checked_too() -> None:
    """What is not a read, and a step that is not on the list, is refused whatever the guard let through."""
    check_plan(Plan(("a",), "r", ("ProduceResults", "Expand(All)", "NodeIndexSeek", "VarLengthExpand(Pruning,BFS,All)")))
    for kind, step in (("rw", "NodeIndexSeek"), ("w", "Create"), ("s", "ProduceResults")):
        with pytest.raises(QueryRefused, match="more than read"):
            check_plan(Plan((), kind, (step,)))
    for step in ("AllNodesScan", "ProcedureCall", "LoadCSV", "DirectedAllRelationshipsScan", "NodeCountFromCountStore", "Create"):
        with pytest.raises(QueryRefused, match=step):
            check_plan(Plan((), "r", (step,)))


def test_the_vocabulary_is_decided() -> None:
    """Every declared property is either shown or hidden; secrets and vectors are hidden; labels of bookkeeping are not for questions."""
    assert set(PROPERTIES) <= SHOWN | HIDDEN | {"created_at"}
    assert {"vector_a", "vector_b", "digest", "secret", "lexical", "scope", "receipt", "body", "workspace"} <= HIDDEN
    assert (
        not {"Workspace", "Token", "Request", "Tombstone", "Act", "Embedding", "SchemaMigration", "SchemaLock", "Term"} & LABELS
    )
    assert LABELS & set(KEYS) == {"Record", "Entity", "Name", "File", "Session", "Document", "Chunk", "Conversation", "Message"}
    assert {"HAS_TERM", "PARKED", "REMOVES"} & TYPES == set()
    assert {"MENTIONS", "OF", "TOUCHES", "DEPENDS_ON"} <= TYPES
    assert {t for t, *_ in STRUCTURE}


def test_no_text_of_the_guard_comes_from_outside() -> None:
    """The lexer takes ASCII alone outside texts: no letter, dash, arrow or blank of another script is a part of a statement."""
    for sign in "ＭéЅ–—−→⟶＜＞\u2003\u00a0\u200b\u2028`$;\\^~!@#?":
        if sign != ";":
            with pytest.raises(QueryRefused):
                guarded(f"MATCH (e:Entity) {sign} RETURN e.name")


def test_what_other_verbs_tell_of_is_no_label() -> None:
    """Every label that is refused with a verb is one of the store, and none that a question may name."""
    assert ELSEWHERE.keys() <= KEYS.keys()
    assert not ELSEWHERE.keys() & LABELS
