"""The neomodel classes read what the memory wrote, and agree with the declared schema."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from neomodel import adb

from graphmem.local import Endpoint
from graphmem.model import graph
from graphmem.model.ontology import DEFAULT, KEYS, KINDS, STRUCTURE
from graphmem.store.driver import AsyncGraphDatabase
from graphmem.workspace import Workspace
from tests.stating import decision


@pytest.fixture
async def connected(endpoint: Endpoint) -> AsyncIterator[None]:
    """neomodel on a driver of its own: closing neomodel's connection would close the product's."""
    driver = AsyncGraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password))
    await adb.set_connection(driver=driver)
    yield
    await driver.close()


@pytest.mark.usefixtures("connected")
async def test_reads_what_was_written(workspace: Workspace) -> None:
    """An entity is found by its id with the class of its type, its dependents and the records about it."""
    receipt = await workspace.remember(decision("api depends_on redis", files=["src/api.py:3"]))
    by_name = {e.name: e.id for e in receipt.entities}
    redis = await graph.Entity.nodes.get(key=by_name["redis"])
    assert type(redis) is graph.entity_classes["code_component"]
    assert [e.name for e in await redis.depended_on_by.all()] == ["api"]
    records = await redis.records.all()
    assert [(type(r).__name__, r.decision) for r in records] == [("DecisionRecord", "api depends_on redis")]
    assert [f.path for f in await records[0].files.all()] == ["src/api.py"]
    api = await graph.Entity.nodes.get(key=by_name["api"])
    link = await api.depends_on.relationship(redis)
    assert (link.reason, link.author) == ("because it is so", "ana")
    assert link.valid_to.year == 9999


def test_agrees_with_the_ontology() -> None:
    """There is a class for each type and kind, a relationship for each relation type, and every label and type is declared."""
    assert {c.__label__ for c in graph.entity_classes.values()} == {t.label for t in DEFAULT.entity_types}
    assert {c.__label__ for c in graph.record_classes.values()} == {k.label for k in KINDS}
    relations = dict(graph.Entity.defined_properties(aliases=False, properties=False))
    used = {r.definition["relation_type"] for r in relations.values()}
    assert {t.type for t in DEFAULT.relation_types} <= used
    declared = {t.type for t in DEFAULT.relation_types} | {s[0] for s in STRUCTURE}
    for node in (graph.Entity, graph.Name, graph.File, graph.Session, graph.Record):
        assert node.__label__ in KEYS
        found = node.defined_properties(aliases=False, properties=False).values()
        assert {r.definition["relation_type"] for r in found} <= declared
    for kind in KINDS:
        assert set(kind.fields) <= set(graph.record_classes[kind.name].defined_properties(aliases=False, rels=False))
