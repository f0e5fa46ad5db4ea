"""The cases of relations and the ontology, each by its id, through the public door."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.errors import NameNotFound, Refused
from graphmem.model import ontology as o
from graphmem.model.own_ontology import OwnOntology, OwnRelationType
from graphmem.model.records import Decision, EntityRef, Record, Relation
from graphmem.workspace import Workspace
from tests.stating import decision, stated


async def edges(workspace: Workspace) -> list[dict[str, Any]]:
    """Every edge between entities, in the direction it is stored."""
    text = (
        f"MATCH (a:Entity {{workspace: '{workspace.name}'}})-[r]->(b:Entity) WHERE r.record IS NOT NULL AND r.stated_source IS NOT NULL "
        "RETURN r.id AS id, a.name AS source, type(r) AS type, b.name AS target, r.reason AS reason, r.author AS author, "
        "r.recorded_at AS recorded_at, r.valid_to AS valid_to ORDER BY r.seq, r.item, r.id"
    )
    return await workspace._store.command(text)


async def stored(workspace: Workspace) -> list[tuple[str, str, str]]:
    return [(e["source"], e["type"], e["target"]) for e in await edges(workspace)]


def loose(declared: str, *links: tuple[str, str, str], **more: Any) -> Decision:
    """A decision whose relations may name what it does not declare."""
    entities = [EntityRef(name=n, type="code_component") for n in declared.split(", ")]
    return Decision(
        decision="d", entities=entities, relations=[Relation(source=s, type=k, target=t, reason="r") for s, k, t in links], **more
    )


# -- REL-01: an end that was not declared

VALID = (("Shop", "depends_on", "Billing"), ("Shop", "depends_on", "Ledger"))
GHOST = ("Ghost", "depends_on", "Billing")


async def test_rel_01_an_undeclared_end_is_refused(workspace: Workspace) -> None:
    """A relation whose end the record does not declare is refused by name and path, and none of the three is written."""
    with pytest.raises(Refused) as caught:
        await workspace.remember(loose("Shop, Billing, Ledger", *VALID, GHOST))
    assert [(r.path, r.code) for r in caught.value.refusals] == [("relations[2].source", "UNDECLARED_ENTITY")]
    assert "Ghost" in str(caught.value)
    assert await stored(workspace) == []
    with pytest.raises(NameNotFound):
        await workspace.entity("Shop")


async def test_rel_01_what_is_known_must_be_declared_too(workspace: Workspace) -> None:
    """An entity that the memory knows already is not thereby declared by the record."""
    await workspace.remember(loose("Ghost, Billing", GHOST))
    with pytest.raises(Refused):
        await workspace.remember(loose("Shop, Billing, Ledger", *VALID, GHOST))
    assert await stored(workspace) == [("Ghost", "DEPENDS_ON", "Billing")]


async def test_rel_01_with_the_end_declared(workspace: Workspace) -> None:
    """With Ghost declared all three links and Ghost are there."""
    await workspace.remember(loose("Shop, Billing, Ledger, Ghost", *VALID, GHOST))
    assert len(await stored(workspace)) == 3
    assert [d.entity.name for d in (await workspace.impact("Billing")).dependents] == ["Ghost", "Shop"]


async def test_rel_01_in_a_batch(workspace: Workspace) -> None:
    """As the third of a batch it keeps the batch from being written; in partial mode the other two records land."""
    good = [loose("a, b", ("a", "depends_on", "b")), loose("c, d", ("c", "depends_on", "d"))]
    bad = loose("Shop, Billing, Ledger", *VALID, GHOST)
    with pytest.raises(Refused) as caught:
        await workspace.remember(*good, bad)
    assert [(r.index, r.path) for r in caught.value.refusals] == [(2, "relations[2].source")]
    assert await stored(workspace) == []
    receipt = await workspace.remember(*good, bad, mode="partial")
    assert [(r.index, r.path, "Ghost" in r.message) for r in receipt.refused] == [(2, "relations[2].source", True)]
    assert len(receipt.records) == 2
    assert len(await stored(workspace)) == 2


# -- REL-03: direction


async def test_rel_03_cause_and_effect_are_never_swapped(workspace: Workspace) -> None:
    """The source of `leads_to` is the cause, seen from either end."""
    await workspace.remember(decision("Leak leads_to Outage"))
    outage, leak = await workspace.lineage("Outage"), await workspace.lineage("Leak")
    assert [(e.role, e.entity.name) for e in outage.events if e.role != "subject"] == [("cause", "Leak")]
    assert [(e.role, e.entity.name) for e in leak.events if e.role != "subject"] == [("consequence", "Outage")]


async def test_rel_03_a_link_without_direction_shows_once(workspace: Workspace) -> None:
    """`related_to` stated both ways is one link with two pieces of evidence, seen from both ends; each edge keeps its direction."""
    await workspace.remember(decision("A related_to B"))
    receipt = await workspace.remember(decision("B related_to A"))
    assert [line.evidence for line in receipt.relations] == [2]
    for name, other in (("A", "B"), ("B", "A")):
        relations = (await workspace.entity(name)).relations
        assert [(x.direction, x.type, x.entity.name, x.evidence_total) for x in relations] == [("both", "related_to", other, 2)]
    assert await stored(workspace) == [("A", "RELATED_TO", "B"), ("B", "RELATED_TO", "A")]


async def test_rel_03_two_ways_to_say_depends(workspace: Workspace) -> None:
    """`depends_on` and `required_by` the other way round are one dependent with two pieces of evidence."""
    await workspace.remember(decision("Checkout depends_on Ledger"))
    await workspace.remember(decision("Ledger required_by Checkout"))
    ledger = await workspace.impact("Ledger")
    assert [(d.entity.name, d.hop, len(d.evidence)) for d in ledger.dependents] == [("Checkout", 1, 2)]
    assert (await workspace.impact("Checkout")).dependents == ()
    assert await stored(workspace) == [("Checkout", "DEPENDS_ON", "Ledger"), ("Ledger", "REQUIRED_BY", "Checkout")]


# -- REL-04: type names


@pytest.mark.parametrize(
    "type_",
    [
        "co-worker",
        "co_worker",
        "für_zuständig",
        "1st owner",
        "",
        "DEPENDS_ON ",
        "DEPENDS_ON",
        "Depends_on",
        "depends-on",
        "`x`]->()//",
    ],
)
async def test_rel_04_an_unknown_type_is_refused(workspace: Workspace, type_: str) -> None:
    """A relation type is one of the list, letter by letter; another is refused with the list and the path, never coerced."""
    with pytest.raises(Refused) as caught:
        await workspace.remember(loose("A, B", ("A", type_, "B")))
    assert [(r.path, r.code) for r in caught.value.refusals] == [("relations[0].type", "UNKNOWN_TYPE")]
    for allowed in o.DEFAULT.relation_types:
        assert allowed.name in str(caught.value)
    known = await workspace._store.command("CALL db.relationshipTypes() YIELD relationshipType AS t RETURN collect(t) AS types")
    assert type_.strip().upper() not in set(known[0]["types"]) - {"DEPENDS_ON"}


@pytest.mark.parametrize("type_", ["co-worker", "DEPENDS_ON ", ""])
async def test_rel_04_nor_retired(workspace: Workspace, type_: str) -> None:
    """`retires` takes the same types and no other."""
    await workspace.remember(decision("A depends_on B"))
    with pytest.raises(Refused) as caught:
        await workspace.remember(decision("C depends_on D", retires=[("A", type_, "B")]))
    assert (caught.value.path, caught.value.code) == ("retires[0].type", "UNKNOWN_TYPE")


# -- REL-05: a thing and itself


async def test_rel_05_a_thing_and_itself(workspace: Workspace) -> None:
    """A relation joins two different things, after names are resolved: by spelling, by alias, by id, by a merge."""
    team = EntityRef(name="Team X", type="organization", aliases=("X Team",))
    other = EntityRef(name="Rig", type="object")
    first = await workspace.remember(
        Decision(
            decision="d",
            entities=[team, other],
            relations=[Relation(source="Team X", target="Rig", type="related_to", reason="r")],
        )
    )
    id_ = first.entities[0].id
    for entities, (source, type_, target) in (
        ([team], ("Team X", "related_to", "Team X")),
        ([team], ("team x", "related_to", "Team  X")),
        ([team], ("Team X", "depends_on", "X Team")),
        (
            [EntityRef(name="Team X", type="organization"), EntityRef(name="X Team", type="organization")],
            ("Team X", "depends_on", "X Team"),
        ),
        (
            [EntityRef(name="Team X", type="organization"), EntityRef(name=id_, type="organization")],
            ("Team X", "depends_on", id_),
        ),
    ):
        relation = Relation(source=source, target=target, type=type_, reason="r")
        with pytest.raises(Refused) as caught:
            await workspace.remember(Decision(decision="d", entities=entities, relations=[relation]))
        assert (caught.value.path, caught.value.code) == ("relations[0]", "SELF_RELATION")
    assert len(await stored(workspace)) == 1


async def test_rel_05_a_merge_parks_the_link_between_its_ends(workspace: Workspace) -> None:
    """No view shows a parked link, it takes ends meanwhile, and unmerge brings it back with its id and times."""
    first = await workspace.remember(decision("A depends_on B", valid_from="2024-01-01"))
    second = await workspace.remember(decision("A depends_on B", "B depends_on C", valid_from="2024-02-01"))
    before = await edges(workspace)
    merged = await workspace.merge("A", "B", reason="one thing")
    assert await stored(workspace) == [("B", "DEPENDS_ON", "C")]
    for name in ("A", "B"):
        assert [x.entity.name for x in (await workspace.entity(name)).relations] == ["C"]
        assert (await workspace.impact(name)).dependents == ()
        assert [e for e in (await workspace.lineage(name)).events if e.role != "subject"] == []
    assert not (await workspace.impact("B")).in_cycle
    await workspace.forget(first.records[0].id, reason="no longer so")
    await workspace.unmerge(merged.id or "", reason="two things")
    after = await edges(workspace)
    assert [{**e, "valid_to": None} for e in after] == [{**e, "valid_to": None} for e in before]
    assert [d.entity.name for d in (await workspace.impact("B")).dependents] == ["A"]
    evidence = (await workspace.impact("B")).dependents[0].evidence
    assert [e.record for e in evidence] == [second.records[0].id]


async def test_rel_05_loops_end(workspace: Workspace) -> None:
    """Impact and lineage end where two things depend on and lead to each other, merged or not."""
    await workspace.remember(decision("A depends_on B", "B depends_on A", "A leads_to B", "B leads_to A", "C depends_on A"))
    for name in ("A", "B"):
        assert (await workspace.impact(name, depth=12)).in_cycle
        assert {e.entity.name for e in (await workspace.lineage(name)).events} == {"A", "B"}
    await workspace.merge("B", "A", reason="one thing")
    assert [d.entity.name for d in (await workspace.impact("A", depth=12)).dependents] == ["C"]
    assert {e.entity.name for e in (await workspace.lineage("A")).events} == {"A"}


# -- REL-06: domain and range


async def test_rel_06_an_end_of_the_wrong_type(workspace: Workspace) -> None:
    """Where the ontology says what the ends of a type are, another end is refused, named, and never flipped."""
    employed = OwnRelationType(name="works_for", is_a="related_to", sources=("person",), targets=("organization",))
    await workspace.apply_ontology(OwnOntology(relation_types=(employed,)).model_dump_json())
    entities = [EntityRef(name="Acme", type="organization"), EntityRef(name="Lena", type="person")]

    def employment(source: str, target: str) -> Record:
        relation = Relation(source=source, target=target, type="works_for", reason="payroll")
        return Decision(decision="d", entities=entities, relations=[relation])

    with pytest.raises(Refused) as caught:
        await workspace.remember(employment("Acme", "Lena"))
    assert [(r.path, r.code) for r in caught.value.refusals] == [
        ("relations[0].source", "WRONG_END"),
        ("relations[0].target", "WRONG_END"),
    ]
    receipt = await workspace.remember(employment("Acme", "Lena"), decision("a depends_on b"), mode="partial")
    assert [line.index for line in receipt.refused] == [0, 0]
    assert len(receipt.records) == 1
    assert (await workspace.remember(employment("Lena", "Acme"))).relations


# -- REL-08: one link, three pieces of evidence


async def test_rel_08_each_assertion_is_a_piece_of_evidence(workspace: Workspace) -> None:
    """Three records that state one link are one link with three pieces of evidence; a repeated call adds nothing."""
    reasons = ["it reads the schema", "it calls the API", "it shares the cache"]
    counts = []
    for n, reason in enumerate(reasons):
        receipt = await workspace.remember(decision("Nova depends_on Core", reason=reason, request_id=f"r{n}"))
        counts += [line.evidence for line in receipt.relations]
    assert counts == [1, 2, 3]
    repeated = await workspace.remember(decision("Nova depends_on Core", reason=reasons[2], request_id="r2"))
    assert repeated.replayed
    assert repeated.records == receipt.records
    assert [line.evidence for line in repeated.relations] == [3]
    (core,) = (await workspace.impact("Core")).dependents
    assert [e.reason for e in core.evidence] == reasons
    assert {e.author for e in core.evidence} == {"ana"}
    assert len({e.since for e in core.evidence}) == 3
    (link,) = (await workspace.entity("Nova")).relations
    assert (link.type, link.evidence_total, link.since) == ("depends_on", 3, core.evidence[0].since)
    assert len(await stored(workspace)) == 3


# -- REL-09: a reason


@pytest.mark.parametrize(
    ("reason", "code"), [(None, "NO_REASON"), ("", "NO_REASON"), ("   ", "NO_REASON"), ("x" * 50_000, "TOO_LONG")]
)
async def test_rel_09_a_relation_needs_a_reason(workspace: Workspace, reason: str | None, code: str) -> None:
    """A missing, empty, blank or endless reason is refused with the path of the field; none is invented, nothing is stored."""
    shape = stated(("A depends_on B",))
    relation = {"source": "A", "target": "B", "type": "depends_on"} | ({"reason": reason} if reason is not None else {})
    with pytest.raises(Refused) as caught:
        await workspace.remember({"kind": "decision", "decision": "d", "entities": shape["entities"], "relations": [relation]})
    assert [(r.path, r.code) for r in caught.value.refusals] == [("relations[0].reason", code)]
    assert code != "TOO_LONG" or "2,000" in str(caught.value)
    with pytest.raises(NameNotFound):
        await workspace.entity("A")


async def test_rel_09_null_is_no_reason(workspace: Workspace) -> None:
    """A reason of null is refused at its path like a missing one."""
    shape = stated(("A depends_on B",))
    relation = {"source": "A", "target": "B", "type": "depends_on", "reason": None}
    with pytest.raises(Refused) as caught:
        await workspace.remember({"kind": "decision", "decision": "d", "entities": shape["entities"], "relations": [relation]})
    assert caught.value.path == "relations[0].reason"
