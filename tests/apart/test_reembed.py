"""Another model for the vectors: refused at the door, changed over to while the store serves, and never mixed with the old one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from copy import copy

import pytest

from graphmem import Decision, EntityRef, Memory, Relation, Settings, Workspace
from graphmem.errors import EmbedderError, EmbedderMismatch
from graphmem.store import Store
from tests.integration.test_indexing import Broken, Failing

pytestmark = pytest.mark.own_server

STATIC, BGE = "wordllama-256", "bge-small-en-v1.5-int8"


class Stopped(Exception):
    """What stops a change half-way."""


def said(text: str) -> Decision:
    return Decision(
        decision=text,
        entities=[EntityRef(name="api", type="code_component"), EntityRef(name="cache", type="technology")],
        relations=[Relation(source="api", target="cache", type="depends_on", reason="it keeps sessions there")],
    )


async def kept(store: Store) -> dict[str, list[int]]:
    """The lengths of the vectors under each property, of things and of links, and the vector indexes."""
    rows = await store.command(
        "MATCH (n:Searchable) RETURN size(n.vector_a) AS a, size(n.vector_b) AS b, n.unembedded AS mark UNION ALL "
        "MATCH (:Entity)-[n:DEPENDS_ON]->() RETURN size(n.vector_a) AS a, size(n.vector_b) AS b, n.unembedded AS mark"
    )
    assert [r for r in rows if r["mark"]] == []
    return {slot: sorted(r[slot] for r in rows if r[slot] is not None) for slot in ("a", "b")}


async def indexes(store: Store) -> set[str]:
    rows = await store.command("SHOW VECTOR INDEXES YIELD name WHERE name STARTS WITH 'vectors_' RETURN name")
    return {row["name"] for row in rows}


@pytest.fixture
async def workspace(memory: Memory) -> AsyncIterator[Workspace]:
    """A workspace of a store whose vectors are of the default model."""
    made = await memory.workspace("p", create=True, author="ana")
    await made.remember(said("Sessions are kept in the cache"))
    yield made
    await Memory.open(memory._settings).reembed()  # the next test finds the default model again


async def test_src_09_another_model(workspace: Workspace, own_settings: Settings) -> None:
    """Another model is refused until `reembed` runs; stopped half-way the old one serves and both are written; then it changes over."""
    other = own_settings.model_copy(update={"embedder": "bge"})
    store = workspace._store
    with pytest.raises(EmbedderMismatch, match=rf"{STATIC} \(256.*{BGE} \(384\).*graphmem reembed"):
        await Memory.open(other).__aenter__()

    def stop(what: str, done: int, total: int | None) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        await Memory.open(other).reembed(report=stop)
    await workspace.remember(said("Written while the store changes over"))
    assert await kept(store) == {"a": [256] * 6, "b": [384] * 6}
    hits = await workspace.search("written meanwhile changes over")
    assert hits.hits[0].title == "Written while the store changes over"
    async with Memory.open(other) as memory:  # the next model may be set already
        await (await memory.workspace("p", author="ben")).remember(said("By the new client"))

    changed = await Memory.open(other).reembed()
    assert (changed.name, changed.switched, changed.before) == (BGE, True, STATIC)
    assert await kept(store) == {"a": [], "b": [384] * 8}
    assert await indexes(store) == {"vectors_b"}
    assert {h.title for h in (await workspace.search("kept in the cache")).hits} >= {"Sessions are kept in the cache"}
    await workspace.remember(said("By a client that was open all the time"))
    assert await kept(store) == {"a": [], "b": [384] * 10}
    with pytest.raises(EmbedderMismatch, match=STATIC):
        await Memory.open(own_settings).__aenter__()


async def test_src_09_another_model_of_the_same_size(workspace: Workspace, own_settings: Settings) -> None:
    """A swap for a model of equal size is caught by its name."""
    await workspace._store.command("MATCH (x:Embedding {id: 'current'}) SET x.name = 'other-256'")
    with pytest.raises(EmbedderMismatch, match=r"other-256 \(256"):
        await Memory.open(own_settings).__aenter__()
    changed = await Memory.open(own_settings).reembed()
    assert (changed.switched, changed.before, changed.filled) == (True, "other-256", 4)
    assert await kept(workspace._store) == {"a": [], "b": [256] * 4}


async def test_a_change_that_is_no_longer_wanted(workspace: Workspace, own_settings: Settings) -> None:
    """Setting the old model again gives the change up: nothing of the other one stays."""

    def stop(what: str, done: int, total: int | None) -> None:
        raise Stopped

    other, before = own_settings.model_copy(update={"embedder": "bge"}), await kept(workspace._store)
    with pytest.raises(Stopped):
        await Memory.open(other).reembed(report=stop)
    back = await Memory.open(own_settings).reembed()
    assert (back.switched, back.filled) == (False, 0)
    assert await kept(workspace._store) == before
    assert len(await indexes(workspace._store)) == 1


async def test_src_10_reembed_fills_what_a_failing_model_left(workspace: Workspace, own_settings: Settings) -> None:
    """What was stored without vectors gets them, and the mark goes."""
    store = copy(workspace._store)
    broken = Broken(own_settings, await store.look("read/embeddings"))
    broken.embedder = Failing(EmbedderError("no answer"))
    store.embedding = broken
    receipt = await Workspace(store, "p", "ana").remember(said("Nobody embeds this"))
    assert [w.code for w in receipt.warnings] == ["NOT_EMBEDDED"]
    filled = await Memory.open(own_settings).reembed()
    assert (filled.switched, filled.filled) == (False, 2)
    assert {len(v) for v in (await kept(workspace._store)).values()} == {0, 6}
