"""What a search finds things by: words, vectors and terms, written with them and kept right afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import pytest

from graphmem import Decision, EntityRef, Memory, Relation, Settings, Workspace
from graphmem.embed import Embedding, Space, Vector
from graphmem.embed.base import Embedder
from graphmem.errors import EmbedderError, EmbedderMismatch
from graphmem.store.fulltext import scope
from tests.dumping import run


def stated(text: str = "Sessions go through one writer", **more: Any) -> Decision:
    """A decision about two things with a link between them."""
    return Decision(
        decision=text,
        entities=[
            EntityRef(name="SessionPersister", type="code_component", description=more.pop("said", None)),
            EntityRef(name="carry_over", type="code_component"),
        ],
        relations=[
            Relation(source="SessionPersister", target="carry_over", type="depends_on", reason=more.pop("why", "it calls it"))
        ],
        **more,
    )


async def entity(workspace: Workspace, name: str = "SessionPersister") -> dict[str, Any]:
    """The stored properties of an entity."""
    found = await run(
        workspace._store, "MATCH (e:Entity {workspace: $w, name: $name}) RETURN e {.*} AS e", w=workspace.name, name=name
    )
    return found[0]["e"]  # type: ignore[no-any-return]


async def found(workspace: Workspace, query: str) -> list[str]:
    """What the full-text index finds in the workspace: titles of records and names of entities."""
    rows = await run(
        workspace._store,
        "CALL db.index.fulltext.queryNodes('searchable', $query) YIELD node RETURN coalesce(node.title, node.name) AS name",
        query=f"+scope:{scope(workspace.name)} +lexical:({query})",
    )
    return sorted(row["name"] for row in rows)


async def test_everything_stated_is_found_by_words_and_vectors(workspace: Workspace) -> None:
    """A record, the entities it makes and its link carry vectors of the model's length, and are found at once."""
    await workspace.remember(stated(said="writes sessions to disk"))
    rows = await run(
        workspace._store,
        "MATCH (n:Searchable {workspace: $w}) RETURN n.vector_a AS v, n.unembedded AS mark UNION ALL "
        "MATCH (:Entity {workspace: $w})-[r:DEPENDS_ON]->() RETURN r.vector_a AS v, r.unembedded AS mark",
        w=workspace.name,
    )
    assert [(len(row["v"]), row["mark"]) for row in rows] == [(256, None)] * 4
    assert await found(workspace, "persister") == ["SessionPersister", "Sessions go through one writer"]
    assert await found(workspace, "disk") == ["SessionPersister"]
    near = await run(
        workspace._store,
        "CALL db.index.vector.queryNodes('vectors_a', 50, $v) YIELD node WHERE node.workspace = $w RETURN node.name AS name",
        v=await embedding_of(workspace).query("SessionPersister code component: writes sessions to disk"),
        w=workspace.name,
    )
    assert near[0]["name"] == "SessionPersister"


def embedding_of(workspace: Workspace) -> Embedding:
    assert workspace._store.embedding is not None
    return workspace._store.embedding


async def test_terms_join_records(workspace: Workspace) -> None:
    """Records share a term where they share a stem; a long text keeps its forty rarest."""
    await workspace.remember(stated("Writers flush sessions"))
    long = " ".join(f"w{n}x" for n in range(100))
    await workspace.remember(stated(f"A writer flushed {long}"))
    rows = await run(
        workspace._store,
        "MATCH (t:Term {workspace: $w})<-[:HAS_TERM]-(r:Record) RETURN t.stem AS stem, collect(r.title) AS titles",
        w=workspace.name,
    )
    terms = {row["stem"]: len(row["titles"]) for row in rows}
    assert terms["session"] == 1
    assert sum(terms.values()) == 3 + 40
    assert terms["writer"] == 1, "the common ones of a long text are left out"


async def test_new_words_of_an_entity(workspace: Workspace) -> None:
    """What is said of an entity last, its aliases and its type are what it is found by; what was said before is not."""
    await workspace.remember(stated(said="writes to disk"))
    first = await entity(workspace)
    await workspace.remember(stated(said="writes to a queue"))
    second = await entity(workspace)
    assert (await found(workspace, "disk"), await found(workspace, "queue")) == ([], ["SessionPersister"])
    assert first["vector_a"] != second["vector_a"]
    await workspace.describe("SessionPersister", description="sends to a broker")
    third = await entity(workspace)
    assert (await found(workspace, "queue"), await found(workspace, "broker")) == ([], ["SessionPersister"])
    assert second["vector_a"] != third["vector_a"]
    assert "unembedded" not in third
    await workspace.retype("SessionPersister", "concept", reason="it is an idea")
    assert "concept" in (await entity(workspace))["lexical"]


async def test_words_of_an_earlier_time(workspace: Workspace) -> None:
    """What is said of an earlier time does not take the place of what was said of a later one."""
    await workspace.remember(stated(said="sends to a broker"))
    await workspace.remember(stated(said="writes to disk", valid_from="2020-01-01"))
    assert (await found(workspace, "disk"), await found(workspace, "broker")) == ([], ["SessionPersister"])


async def test_a_merge_moves_words(workspace: Workspace) -> None:
    """The survivor is found by the names of both; the merged one by none, until the merge is undone."""
    await workspace.remember(stated())
    await workspace.remember(
        stated().model_copy(update={"entities": (EntityRef(name="Keeper", type="concept"), *stated().entities)})
    )
    merged = await workspace.merge("Keeper", "SessionPersister", reason="one thing")
    survivor, loser = await entity(workspace), await entity(workspace, "Keeper")
    assert "Keeper" in survivor["lexical"]
    assert not {"lexical", "vector_a", "unembedded"} & loser.keys()
    assert len(survivor["vector_a"]) == 256
    await workspace.unmerge(str(merged.id), reason="two things")
    survivor, loser = await entity(workspace), await entity(workspace, "Keeper")
    assert "Keeper" not in survivor["lexical"]
    assert len(loser["vector_a"]) == 256
    edges = await run(
        workspace._store, "MATCH (:Entity {workspace: $w})-[r:DEPENDS_ON]->() RETURN size(r.vector_a) AS n", w=workspace.name
    )
    assert {e["n"] for e in edges} == {256}


async def test_what_is_carried_on_has_vectors(workspace: Workspace) -> None:
    """A link that a record carries on from the one before it, and one stated by ids, are embedded too."""
    first = await workspace.remember(stated())
    ids = [e.id for e in first.entities]
    link = Relation(source=ids[1], target=ids[0], type="related_to", reason="they share a file")
    named = tuple(EntityRef(name=id_, type="code_component") for id_ in ids)
    again = Decision(decision="Two writers", entities=named, relations=[link], supersedes=[first.records[0].id], carries=True)
    await workspace.remember(again)
    rows = await run(
        workspace._store,
        "MATCH (:Entity {workspace: $w})-[r]->(:Entity) RETURN size(r.vector_a) AS n, r.unembedded AS mark",
        w=workspace.name,
    )
    assert [(row["n"], row["mark"]) for row in rows] == [(256, None)] * 3


async def test_erasing_takes_words_and_terms(workspace: Workspace) -> None:
    """Nothing of an erased text stays in words, terms or vectors; what others say stays found."""
    secret = await workspace.remember(stated("The zanzibar plan", said="a zanzibar writer"))
    await workspace.remember(stated("Sessions go through one writer"))
    await workspace.erase(secret.records[0].id, reason="asked to")
    assert await found(workspace, "zanzibar") == []
    left = await run(workspace._store, "MATCH (t:Term {workspace: $w}) RETURN t.stem AS stem", w=workspace.name)
    assert sorted(row["stem"] for row in left) == ["one", "session", "writer"] or "zanzibar" not in {row["stem"] for row in left}
    assert "zanzibar" not in str((await entity(workspace))["lexical"])
    assert len((await entity(workspace))["vector_a"]) == 256


class Failing:
    """An embedder that does not do what it should."""

    name, dimension = "wordllama-256", 256

    def __init__(self, made: Any) -> None:
        self.made = made

    def embed(self, texts: Sequence[str], *, query: bool = False) -> list[Vector]:
        if isinstance(self.made, Exception):
            raise self.made
        return [self.made for _ in texts]


class Broken(Embedding):
    """The embedding of a store whose model is broken."""

    embedder: Embedder

    def _embedder(self, space: Space) -> Embedder:
        return self.embedder


def with_embedder(workspace: Workspace, made: Any) -> Workspace:
    """The same workspace through a store whose embedder makes this of every text."""
    store = copy(workspace._store)
    broken = Broken(Settings(), [{"id": "current", "name": "wordllama-256", "dimension": 256, "slot": "a"}])
    broken.embedder = Failing(made)
    store.embedding = broken
    return Workspace(store, workspace.name, workspace.author)


@pytest.mark.parametrize(
    "made",
    [EmbedderError("no answer"), [float("nan")] * 256, [0.0] * 256, [], [1.0] * 257, ["1"] * 256],
    ids=lambda m: str(m)[:20],
)
async def test_src_10_a_bad_vector_costs_no_record(workspace: Workspace, made: Any) -> None:
    """A record lands without the vector that the model failed to make, marked for a later try, and the receipt says so."""
    receipt = await with_embedder(workspace, made).remember(stated(said="writes to disk"))
    assert [w.code for w in receipt.warnings] == ["NOT_EMBEDDED"]
    stored = await entity(workspace)
    assert (stored.get("vector_a"), stored["unembedded"]) == (None, True)
    assert await found(workspace, "disk") == ["SessionPersister"]


async def test_src_09_another_model_is_refused(memory: Memory, settings: Settings) -> None:
    """Opening a store with another model than it has vectors of names both, with their sizes, and the command that changes over."""
    other = settings.model_copy(update={"embedder": "bge"})
    with pytest.raises(
        EmbedderMismatch, match=r"wordllama-256 \(256 .*bge-small-en-v1.5-int8 \(384\).*graphmem reembed"
    ) as raised:
        async with Memory.open(other):
            pass
    assert (raised.value.stored[1], raised.value.asked[1]) == (256, 384)


async def test_src_10_an_act_whose_vectors_fail(workspace: Workspace) -> None:
    """An edit by hand lands when the model fails after it: its words are found, the receipt warns, and the thing is marked."""
    await workspace.remember(stated())
    receipt = await with_embedder(workspace, EmbedderError("no answer")).describe("SessionPersister", description="a zeppelin")
    assert [w.code for w in receipt.warnings] == ["NOT_EMBEDDED"]
    assert await found(workspace, "zeppelin") == ["SessionPersister"]
    changed = await entity(workspace)
    assert (changed.get("vector_a"), changed["unembedded"]) == (None, True)
