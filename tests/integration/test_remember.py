"""Remember: what a write promises and what its receipt says (design 3.1, 3.3)."""

from __future__ import annotations

import pytest

from graphmem.errors import Refused
from graphmem.model.records import Decision, EntityRef, Relation
from graphmem.workspace import Workspace
from tests.acting import codes, count, links, records, refusals, stored, warning
from tests.conftest import MakeWorkspace
from tests.stating import decision, split, stated


def ref(name: str, type: str = "code_component", **more: object) -> EntityRef:
    return EntityRef.model_validate({"name": name, "type": type, **more})


def said(*entities: EntityRef, link: str, **more: object) -> Decision:
    """A decision with these entities and one link, whose ends may be ids or aliases."""
    source, type_, target = split(link)
    relation = Relation(source=source, target=target, type=type_, reason="because")
    return Decision.model_validate({"decision": link, "reason": "r", "entities": entities, "relations": (relation,), **more})


# -- entities


async def test_entities_are_created_or_matched(workspace: Workspace) -> None:
    """The receipt says of each entity whether the request made it, or found it by its name, an alias or its id."""
    first = await workspace.remember(said(ref("api"), ref("auth", aliases=["sign-in"]), link="api depends_on auth"))
    assert [(e.name, e.created, e.matched_by) for e in first.entities] == [("api", True, None), ("auth", True, None)]
    api = first.entities[0].id
    again = await workspace.remember(said(ref(api), ref("Sign-In"), link=f"{api} depends_on Sign-In"))
    assert [(e.id, e.name, e.created, e.matched_by) for e in again.entities] == [
        (api, "api", False, "id"),
        (first.entities[1].id, "auth", False, "alias"),
    ]
    third = await workspace.remember(said(ref("API"), ref("auth"), link="api depends_on auth"))
    assert [e.matched_by for e in third.entities] == ["name", "name"]
    assert await count(workspace, "(x:Entity)") == 2


async def test_an_alias_that_a_record_adds_finds_the_entity(workspace: Workspace) -> None:
    """A new name with a known alias is the entity of that alias, and leads to it from then on."""
    first = await workspace.remember(said(ref("auth"), ref("api"), link="api depends_on auth"))
    again = await workspace.remember(said(ref("login", aliases=["auth"]), ref("web"), link="web depends_on login"))
    assert again.entities[0].id == first.entities[0].id
    assert again.entities[0].matched_by == "alias"
    assert (await workspace.entity("login")).entity.id == first.entities[0].id


async def test_a_taken_alias_names_its_holder(workspace: Workspace) -> None:
    """An alias that leads to another entity is refused, and the message names that entity."""
    await workspace.remember(said(ref("auth"), ref("api"), link="api depends_on auth"))
    holder = (await workspace.entity("api")).entity.id
    with pytest.raises(Refused, match=holder) as taken:
        await workspace.remember(said(ref("auth", aliases=["API"]), ref("web"), link="web depends_on auth"))
    assert [(r.path, r.code) for r in taken.value.refusals] == [("entities[0].aliases", "ALIAS_TAKEN")]


async def test_an_end_may_be_any_name_of_a_declared_entity(workspace: Workspace) -> None:
    """An end of a relation leads to a declared entity by its id, by a stored alias, and by its name where the id is declared."""
    first = await workspace.remember(said(ref("auth", aliases=["login"]), ref("api"), link="api depends_on auth"))
    auth, api = first.entities[0].id, first.entities[1].id
    for declared, link in (
        ((ref("auth"), ref("api")), f"{api} depends_on login"),
        ((ref(auth), ref(api)), "API depends_on auth"),
        ((ref("login"), ref(api)), "api depends_on AUTH"),
    ):
        receipt = await workspace.remember(said(*declared, link=link))
        assert [(r.source, r.target) for r in receipt.relations] == [("api", "auth")]
    assert receipt.relations[0].evidence == 4


async def test_an_end_that_is_known_but_not_declared_is_refused(workspace: Workspace) -> None:
    """A name that leads to an entity of the memory, but to none of the record's, is no end of its relations."""
    await workspace.remember(decision("api depends_on auth", "web depends_on auth"))
    act = workspace.remember(said(ref("api"), ref("auth"), link="web depends_on auth"))
    assert await refusals(act) == [("relations[0].source", "UNDECLARED_ENTITY")]


async def test_ends_that_lead_to_one_entity_are_refused(workspace: Workspace) -> None:
    """A relation between two names of one entity joins nothing."""
    await workspace.remember(said(ref("auth", aliases=["login"]), ref("api"), link="api depends_on auth"))
    act = workspace.remember(said(ref("auth"), ref("login"), link="login depends_on auth"))
    assert await refusals(act) == [("relations[0]", "SELF_RELATION")]


async def test_a_name_that_only_looks_like_an_id(workspace: Workspace) -> None:
    """`ent_list` and `rel_table` are names like any other, also where an id may stand."""
    receipt = await workspace.remember(said(ref("ent_list"), ref("rel_table"), link="ent_list depends_on rel_table"))
    assert [e.created for e in receipt.entities] == [True, True]
    gone = await workspace.remember(decision("api depends_on auth", retires=("rel_table",)))
    assert links(gone.ended) == ["ent_list depends_on rel_table"]


async def test_an_unknown_id_or_one_of_another_type_is_refused(workspace: Workspace) -> None:
    """An entity cannot be made under an id, and an id does not change its type."""
    unknown = f"ent_{'0' * 16}"
    act = workspace.remember(said(ref(unknown), ref("auth"), link=f"{unknown} depends_on auth"))
    assert await refusals(act) == [("entities[0].name", "UNKNOWN_ENTITY")]
    known = (await workspace.remember(said(ref("api"), ref("auth"), link="api depends_on auth"))).entities[0].id
    act = workspace.remember(said(ref(known, "concept"), ref("auth"), link=f"{known} depends_on auth"))
    assert await refusals(act) == [("entities[0].name", "UNKNOWN_ENTITY")]


async def test_the_same_name_of_another_type_is_told(workspace: Workspace) -> None:
    """A name under another type is an entity of its own; the receipt says that the two may be one."""
    await workspace.remember(said(ref("Jordan", "person"), ref("budget", "concept"), link="Jordan related_to budget"))
    receipt = await workspace.remember(said(ref("Jordan", "location"), ref("office", "object"), link="office related_to Jordan"))
    assert receipt.entities[0].created
    assert "person" in warning(receipt, "PROBABLE_DUPLICATE")
    assert (await workspace.radar()).probable_duplicates.total == 1


# -- relations and evidence


async def test_evidence_is_counted(workspace: Workspace) -> None:
    """A link is new with evidence 1; each further record that states it adds one, in one batch too."""
    assert [r.evidence for r in (await workspace.remember(decision("api depends_on auth"))).relations] == [1]
    batch = await workspace.remember(decision("api depends_on auth"), decision("API depends_on Auth"))
    assert [r.evidence for r in batch.relations] == [3, 3]
    other = await workspace.remember(decision("auth depends_on api"))
    assert [r.evidence for r in other.relations] == [1]


async def test_a_link_without_direction_is_one_link(workspace: Workspace) -> None:
    """`related_to` stated from either side is evidence for the same link."""
    await workspace.remember(decision("api related_to auth"))
    assert [r.evidence for r in (await workspace.remember(decision("auth related_to api"))).relations] == [2]


async def test_a_link_stated_and_ended_in_one_batch(workspace: Workspace) -> None:
    """Receipts are made after the last item: what an item states and a later one ends has evidence 0 and stands in `ended`."""
    receipt = await workspace.remember(
        decision("api depends_on auth", request_id="one"), decision("api depends_on redis", supersedes=("one",))
    )
    assert [(r.source, r.target, r.evidence) for r in receipt.relations] == [("api", "auth", 0), ("api", "redis", 1)]
    assert links(receipt.ended) == ["api depends_on auth"]
    assert records(receipt.ended) == [(receipt.records[0].id, "superseded")]


async def test_a_link_that_begins_later_is_no_evidence_yet(workspace: Workspace) -> None:
    """Evidence counts what holds now: a link that begins next year, or ended last year, adds none."""
    future = await workspace.remember(decision("api depends_on auth", valid_from="2100"))
    past = await workspace.remember(decision("api depends_on auth", valid_from="2001", valid_to="2002"))
    assert [r.evidence for r in (*future.relations, *past.relations)] == [0, 0]


# -- batches


async def test_an_atomic_batch_lands_whole_or_not_at_all(workspace: Workspace) -> None:
    """One refused item leaves the workspace as it was, and the refusal names the item."""
    before = await stored(workspace)
    act = workspace.remember(decision("api depends_on auth"), decision("a depends_on b", supersedes=("rec_unknown",)))
    assert await refusals(act) == [("supersedes[0]", "UNKNOWN_RECORD")]
    assert await stored(workspace) == before


async def test_items_see_the_aliases_of_earlier_ones(workspace: Workspace) -> None:
    """An alias that one item adds counts for the next: a conflict and a retirement reach what was stored under the old name."""
    await workspace.remember(decision("api depends_on auth", "web depends_on auth"))
    receipt = await workspace.remember(
        said(ref("auth", aliases=["login"]), ref("db"), link="auth depends_on db"),
        decision("login conflicts_with api"),
        decision("cli depends_on db", retires=(("web", "depends_on", "login"),)),
    )
    assert sorted(links(receipt.ended)) == ["api depends_on auth", "web depends_on auth"]


async def test_the_size_of_a_batch(workspace: Workspace) -> None:
    """A request takes at most 500 records, and at least one."""
    assert await refusals(workspace.remember(*[decision("a depends_on b")] * 501)) == [("records", "TOO_MANY")]
    assert await refusals(workspace.remember()) == [("records", "NO_RECORD")]
    assert len((await workspace.remember(*[decision("a depends_on b")] * 500)).records) == 500


async def test_a_request_is_one_instant(workspace: Workspace) -> None:
    """All items of a batch are recorded at one instant, and each stands at its own place in the order."""
    receipt = await workspace.remember(decision("a depends_on b"), decision("b depends_on c"))
    rows = await workspace._store.command(
        f"MATCH (r:Record {{workspace: '{workspace.name}'}}) RETURN r.recorded_at AS at, r.seq AS seq, r.item AS item ORDER BY item"
    )
    assert len({(row["at"], row["seq"]) for row in rows}) == 1
    assert [row["item"] for row in rows] == [0, 1]
    assert receipt.recorded_at


async def test_two_refused_ends_are_both_told(workspace: Workspace) -> None:
    """A record with several undeclared ends is told of each."""
    act = workspace.remember(said(ref("api"), ref("auth"), link="ghost depends_on phantom"))
    assert await refusals(act) == [
        ("relations[0].source", "UNDECLARED_ENTITY"),
        ("relations[0].target", "UNDECLARED_ENTITY"),
    ]


async def test_nothing_to_say_is_no_warning(make_workspace: MakeWorkspace) -> None:
    """An ordinary record has an empty list of warnings, redactions and ends."""
    receipt = await (await make_workspace()).remember(decision("api depends_on auth"))
    assert (receipt.warnings, receipt.redactions, receipt.ended, receipt.evidence_lost) == ((), (), (), ())
    assert codes(receipt) == []


async def test_receipts_hold_what_the_database_holds(workspace: Workspace) -> None:
    """The ids of the receipt are those of the stored record, entities and links."""
    receipt = await workspace.remember(Decision(decision="d", reason="r", **stated(("api depends_on auth",))))
    record = await workspace.record(receipt.records[0].id)
    assert [r.id for r in record.relations] == [r.id for r in receipt.relations]
    assert {n.entity.id for n in record.entities} == {e.id for e in receipt.entities}
