"""The cases of names and identity, each by its id, through the public door."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from graphmem.errors import AmbiguousName, GraphmemError, NameNotFound, Refused
from graphmem.local import Endpoint
from graphmem.model.records import Decision, EntityRef, Record, Relation
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.dumping import dump
from tests.stating import decision

ENT_01 = [
    r"C:\repo\src\main.py",
    "AC/DC",
    "a|b",
    "Port: 8080",
    'say `hi` "now" O\'Neil',
    "100% {done} $x",
    "🦊 Fox",
    "مرحبا-2",
]


def naming(*names: str, type: str = "code_component", **more: Any) -> Decision:
    """A decision that names things and relates the first to each other one; one alone is related to a thing of no account."""
    others = names[1:] or ("Anything",)
    entities = [EntityRef(name=n, type=type) for n in (names[0], *others)]
    relations = [Relation(source=names[0], target=n, type="related_to", reason="for the test") for n in others]
    return Decision(**{"decision": "it is so", "entities": entities, "relations": relations, **more})


async def counted(workspace: Workspace, label: str = "Entity") -> int:
    """How many nodes of a label the database holds for this workspace."""
    text = f"MATCH (n:{label} {{workspace: '{workspace.name}'}}) RETURN count(*) AS n"
    return int((await workspace._store.command(text))[0]["n"])


async def ids(workspace: Workspace, *names: str) -> list[str]:
    return [(await workspace.entity(name)).entity.id for name in names]


# -- ENT-01: punctuation


async def test_ent_01_hostile_names_round_trip(workspace: Workspace) -> None:
    """A name is shown byte for byte as given, found by itself and by its id, whatever its punctuation; links lead both ways."""
    entities = [EntityRef(name=n, type="concept") for n in ENT_01]
    relations = [Relation(source=a, target=b, type="depends_on", reason="next in line") for a, b in pairwise(ENT_01)]
    receipt = await workspace.remember(Decision(decision="d", entities=entities, relations=relations))
    assert [e.name for e in receipt.entities] == ENT_01
    assert len(receipt.relations) == 7
    for name, line in zip(ENT_01, receipt.entities, strict=True):
        assert (await workspace.entity(name)).entity.name == name
        assert (await workspace.entity(line.id)).entity.name == name
    for user, used in pairwise(ENT_01):
        dependents = (await workspace.impact(used, depth=1)).dependents
        assert [d.entity.name for d in dependents] == [user]
    assert await counted(workspace) == 8


@pytest.mark.parametrize("name", ENT_01)
async def test_ent_01_an_unknown_hostile_name_is_not_found(workspace: Workspace, name: str) -> None:
    """Punctuation never breaks the search for the nearest names."""
    with pytest.raises(NameNotFound):
        await workspace.entity(name)


# -- ENT-02: case and blanks


async def test_ent_02_spellings_of_one_name(workspace: Workspace) -> None:
    """Case and blanks make no second entity; singular and plural stay two, and are proposed as one."""
    spellings = ["Systems Thinking", "systems thinking", " Systems  Thinking "]
    for spelling in spellings:
        await workspace.remember(naming(spelling, "Operator", type="concept"))
    receipt = await workspace.remember(naming("Operators", "Operator", type="concept"))
    assert len(set(await ids(workspace, *spellings))) == 1
    view = await workspace.entity(spellings[1])
    assert len(view.records) == 3
    assert await counted(workspace) == 3
    assert len(set(await ids(workspace, "Operator", "Operators"))) == 2
    assert [w.code for w in receipt.warnings] == ["PROBABLE_DUPLICATE"]


# -- ENT-04: symbols

ENT_04 = ("C", "C++", "C#", ".NET", "Net", "Node.js", "nodejs", "HTTP", "HTTPS", "fetchUser", "fetchUsers")


async def test_ent_04_symbols_keep_things_apart(workspace: Workspace) -> None:
    """Names that differ by a symbol are different things, and only Node.js may be proposed as nodejs."""
    proposed: list[str] = []
    for name in ENT_04:
        receipt = await workspace.remember(naming(name, "Anything", type="technology"))
        proposed += [f"{name}: {w.message}" for w in receipt.warnings]
    assert len(set(await ids(workspace, *ENT_04))) == 11
    assert await counted(workspace) == 12
    assert all(line.startswith("nodejs: 'nodejs' may be the same as 'Node.js'") for line in proposed), proposed


@pytest.mark.parametrize("names", [("DocumentKey", "document keys"), ("document keys", "DocumentKey")])
async def test_ent_04_an_identifier_and_its_words_are_proposed(workspace: Workspace, names: tuple[str, str]) -> None:
    """An identifier and its spelling in words stay two things, and the second is proposed as the first."""
    await workspace.remember(naming(names[0]))
    receipt = await workspace.remember(naming(names[1]))
    assert [w.code for w in receipt.warnings] == ["PROBABLE_DUPLICATE"]
    assert len(set(await ids(workspace, *names))) == 2


# -- ENT-06: one name, two types


async def test_ent_06_one_name_of_two_types(workspace: Workspace) -> None:
    """The same name under another type is another entity, said in the receipt; a bare question lists both."""
    await workspace.remember(naming("Jordan", "budget", type="person"))
    receipt = await workspace.remember(naming("Jordan", "office", type="location"))
    assert [(e.name, e.created) for e in receipt.entities] == [("Jordan", True), ("office", True)]
    assert [w.code for w in receipt.warnings] == ["PROBABLE_DUPLICATE"]
    assert "person" in receipt.warnings[0].message
    with pytest.raises(AmbiguousName) as caught:
        await workspace.impact("Jordan")
    assert sorted((c.name, c.type) for c in caught.value.candidates) == [("Jordan", "location"), ("Jordan", "person")]
    assert len({(await workspace.entity(c.id)).entity.id for c in caught.value.candidates}) == 2


async def test_ent_06_a_record_without_the_type_is_refused(workspace: Workspace) -> None:
    """An entity without a type is refused with its path, and nothing of the record is stored."""
    await workspace.remember(naming("Jordan", "budget", type="person"))
    await workspace.remember(naming("Jordan", "office", type="location"))
    untyped = {
        "kind": "decision", "decision": "d", "entities": [{"name": "Jordan"}, {"name": "Plan", "type": "concept"}],
        "relations": [{"source": "Jordan", "target": "Plan", "type": "related_to", "reason": "r"}],
    }  # fmt: skip
    with pytest.raises(Refused) as caught:
        await workspace.remember(untyped)
    assert [r.path for r in caught.value.refusals] == ["entities[0].type"]
    assert await counted(workspace, "Record") == 2


async def test_ent_06_a_relation_names_which_of_two_it_means(workspace: Workspace) -> None:
    """A record that names both says by `source_type` which one a relation means; without it the relation is refused."""
    entities = [EntityRef(name="Jordan", type="person"), EntityRef(name="Jordan", type="location")]
    relation = Relation(
        source="Jordan", source_type="person", target="Jordan", target_type="location", type="related_to", reason="r"
    )
    receipt = await workspace.remember(Decision(decision="d", entities=entities, relations=[relation]))
    assert [(r.source, r.target) for r in receipt.relations] == [("Jordan", "Jordan")]
    vague = relation.model_copy(update={"source_type": None})
    with pytest.raises(Refused) as caught:
        await workspace.remember(Decision(decision="d", entities=entities, relations=[vague]))
    assert (caught.value.path, caught.value.code) == ("relations[0].source", "AMBIGUOUS_END")


# -- ENT-07: two things of one name


async def test_ent_07_two_persons_of_one_name(workspace: Workspace) -> None:
    """A second person of the same name is the first, and said to be matched; an alias that is taken is refused by its holder."""
    first = await workspace.remember(naming("Ana Ruiz", "Acme", type="person"))
    second = await workspace.remember(naming("Ana Ruiz", "Birch", type="person"))
    ana, again = first.entities[0], second.entities[0]
    assert (again.id, again.created, again.matched_by) == (ana.id, False, "name")
    legal = (await workspace.remember(naming("Ana Ruiz (Legal)", "Acme", type="person"))).entities[0]
    assert legal.created
    assert legal.id != ana.id
    entities = [EntityRef(name="Ana Ruiz (Legal)", type="person", aliases=("Ana Ruiz",)), EntityRef(name="Acme", type="person")]
    relation = Relation(source="Ana Ruiz (Legal)", target="Acme", type="related_to", reason="counsel")
    with pytest.raises(Refused) as caught:
        await workspace.remember(Decision(decision="d", entities=entities, relations=[relation]))
    assert caught.value.code == "ALIAS_TAKEN"
    assert ana.id in str(caught.value)
    assert "'Ana Ruiz'" in str(caught.value)
    assert (await workspace.entity("Ana Ruiz")).entity.id == ana.id


async def test_ent_07_marked_as_different_is_for_good_until_undone(workspace: Workspace) -> None:
    """Two things marked as different cannot be merged until the mark is undone."""
    await workspace.remember(naming("Ana Ruiz", "Ana Ruiz (Legal)", type="person"))
    await workspace.mark_different("Ana Ruiz", "Ana Ruiz (Legal)", reason="two persons")
    with pytest.raises(Refused) as caught:
        await workspace.merge("Ana Ruiz (Legal)", "Ana Ruiz", reason="look alike")
    assert caught.value.code == "MARKED_DIFFERENT"
    await workspace.mark_different("Ana Ruiz (Legal)", "Ana Ruiz", reason="one after all", undo=True)
    await workspace.merge("Ana Ruiz (Legal)", "Ana Ruiz", reason="one person")
    assert len(set(await ids(workspace, "Ana Ruiz", "Ana Ruiz (Legal)"))) == 1


# -- ENT-09: control, half and invisible characters


async def test_ent_09_nul_is_removed_with_a_warning(workspace: Workspace) -> None:
    """NUL is dropped from a name before its key is made, and the receipt says so."""
    receipt = await workspace.remember(naming("Acme\u0000Corp", "Anything"))
    assert receipt.entities[0].name == "AcmeCorp"
    assert [(w.code, w.path) for w in receipt.warnings] == [("NAME_CLEANED", "entities[0].name")]
    again = await workspace.remember(naming("AcmeCorp", "Anything"))
    assert not again.entities[0].created


async def test_ent_09_nul_in_a_reason_and_a_text(workspace: Workspace) -> None:
    """NUL is dropped from every text, with a warning at its path; two requests that differ by it alone are one request."""
    entities = [EntityRef(name="a", type="concept"), EntityRef(name="b", type="concept")]

    def stated(reason: str, text: str) -> Decision:
        relation = Relation(source="a", target="b", type="depends_on", reason=reason)
        return Decision(decision="d", text=text, entities=entities, relations=[relation], request_id="nul")

    receipt = await workspace.remember(stated("be\u0000cause", "te\u0000xt"))
    assert sorted((w.code, w.path) for w in receipt.warnings) == [
        ("TEXT_CLEANED", "relations[0].reason"),
        ("TEXT_CLEANED", "text"),
    ]
    assert (await workspace.impact("b")).dependents[0].evidence[0].reason == "because"
    assert (await workspace.remember(stated("because", "text"))).replayed


async def test_ent_09_half_a_character(workspace: Workspace) -> None:
    """Half a surrogate pair is refused in a name with its path, and becomes U+FFFD in a reason and a text, with a warning."""
    with pytest.raises(Refused) as caught:
        await workspace.remember(naming("Blue\ud83d", "Anything"))
    assert "entities[0].name" in [r.path for r in caught.value.refusals]
    assert await counted(workspace, "Record") == 0
    entities = [EntityRef(name="a", type="concept"), EntityRef(name="b", type="concept")]
    relation = Relation(source="a", target="b", type="depends_on", reason="Blue\ud83d")
    receipt = await workspace.remember(Decision(decision="d", text="Blue\ud83d", entities=entities, relations=[relation]))
    assert sorted((w.code, w.path) for w in receipt.warnings) == [
        ("TEXT_CLEANED", "relations[0].reason"),
        ("TEXT_CLEANED", "text"),
    ]
    assert (await workspace.impact("b")).dependents[0].evidence[0].reason == "Blue\ufffd"


@pytest.mark.parametrize(
    ("first", "second"), [("Acme", "Ac\u200bme"), ("gnp.exe", "\u202egnp.exe"), ("Line1 Line2", "Line1\nLine2")]
)
async def test_ent_09_look_alikes_are_one_entity(workspace: Workspace, first: str, second: str) -> None:
    """What cannot be seen makes no second entity: zero-width characters, direction overrides, a line break for a blank."""
    made = (await workspace.remember(naming(first, "Anything"))).entities[0]
    found = (await workspace.remember(naming(second, "Anything"))).entities[0]
    assert (found.id, found.created) == (made.id, False)
    assert (await workspace.entity(second)).entity.id == made.id


async def test_ent_09_a_direction_override_is_kept_as_given(workspace: Workspace) -> None:
    """The override counts for nothing in the key and stays in the name as given."""
    receipt = await workspace.remember(naming("\u202egnp.exe", "Anything"))
    assert receipt.entities[0].name == "\u202egnp.exe"
    assert (await workspace.entity("gnp.exe")).entity.name == "\u202egnp.exe"


@pytest.mark.parametrize("name", ["Acme\u0000Corp", "Blue\ud83d", "Ac\u200bme", "\u202egnp.exe", "Line1\nLine2", "\u0000"])
async def test_ent_09_questions_and_acts_never_crash(workspace: Workspace, name: str) -> None:
    """Every entry point answers a hostile name with a named error, never with one of the server or the driver."""
    await workspace.remember(naming("some", "thing"))
    for ask in (
        lambda: workspace.impact(name),
        lambda: workspace.entity(name),
        lambda: workspace.lineage(name),
        lambda: workspace.describe(name, description="d"),
        lambda: workspace.merge(name, "some", reason="r"),
        lambda: workspace.mark_different(name, "some", reason="r"),
        lambda: workspace.retype(name, "concept", reason="r"),
    ):
        with pytest.raises(GraphmemError) as caught:
            await ask()
        assert caught.value.code in ("NAME_NOT_FOUND", "INVALID_ARGUMENT", "NAME_REFUSED"), caught.value


# -- ENT-10: empty names


@pytest.mark.parametrize("name", ["", "   ", "\u00a0\u200b", "\n\t"])
async def test_ent_10_an_empty_name_is_refused(workspace: Workspace, name: str) -> None:
    """An empty name is refused with item and field; a batch is then not stored, in partial mode its good record is."""
    good, bad = naming("good", "thing"), naming("other", name)
    with pytest.raises(Refused) as caught:
        await workspace.remember(good, bad)
    assert (1, "entities[1].name") in [(r.index, r.path) for r in caught.value.refusals]
    assert await counted(workspace, "Record") == 0
    receipt = await workspace.remember(good, bad, mode="partial")
    assert (1, "entities[1].name") in [(r.index, r.path) for r in receipt.refused]
    assert [r.kind for r in receipt.records] == ["decision"]
    assert await counted(workspace, "Record") == 1


# -- ENT-11: poorer mentions


async def test_ent_11_a_poorer_mention_wipes_nothing(workspace: Workspace) -> None:
    """The newest value that is not empty is shown; only `unset` clears a field, and what was before it stays readable."""

    def lena(**said: Any) -> Decision:
        entities = [EntityRef(name="Lena", type="person", **said), EntityRef(name="Rig", type="object")]
        return Decision(
            decision="d", entities=entities, relations=[Relation(source="Lena", target="Rig", type="related_to", reason="r")]
        )

    async def shown(**at: Any) -> tuple[str | None, Mapping[str, Any]]:
        view = await workspace.entity("Lena", **at)
        return view.description, view.fields

    full = ("A pilot of the north", {"city": "Oslo", "role": "pilot"})
    await workspace.remember(lena(description="A pilot of the north", fields={"city": "Oslo", "role": "pilot"}))
    for poorer in (lena(), lena(description="", fields={"city": None}), lena(description="  ", fields={"city": ""})):
        receipt = await workspace.remember(poorer)
        assert await shown() == full
    before = receipt.recorded_at
    await workspace.describe("Lena", unset=["city"])
    assert await shown() == (full[0], {"role": "pilot"})
    assert await shown(as_of=before) == full


# -- ENT-12: merge and unmerge


async def test_ent_12_unmerge_gives_each_its_own(workspace: Workspace) -> None:
    """After an unmerge each has its names, links and mentions again; what came between goes by the name that was used."""

    def office(name: str, other: str, **more: Any) -> Record:
        return decision(f"{name} depends_on {other}", types={name: "location", other: "object"}, **more)

    await workspace.remember(office("NYC office", "lease"), office("New York office", "badge"))
    ids_before = await ids(workspace, "NYC office", "New York office")
    merged = await workspace.merge("NYC office", "New York office", reason="one place")
    assert len(set(await ids(workspace, "NYC office", "New York office"))) == 1
    assert sorted(x.entity.name for x in (await workspace.entity("NYC office")).relations) == ["badge", "lease"]
    await workspace.remember(office("NYC office", "lift"), office("New York office", "roof"))
    await workspace.unmerge(merged.id or "", reason="two places")
    assert await ids(workspace, "NYC office", "New York office") == ids_before
    for name, others in (("NYC office", ["lease", "lift"]), ("New York office", ["badge", "roof"])):
        view = await workspace.entity(name)
        assert view.entity.name == name
        assert sorted(x.entity.name for x in view.relations) == others
        assert len(view.records) == 2


MERGING = """
import asyncio, sys
from graphmem.memory import Memory
from graphmem.store.connection import Transaction

rows = Transaction.rows

async def stopping(self, name, /, **params):
    found = await rows(self, name, **params)
    if name == "write/move_edges":
        print("moved", flush=True)
        await asyncio.sleep(600)
    return found

async def main(workspace):
    Transaction.rows = stopping
    async with Memory.open() as memory:
        mine = await memory.workspace(workspace, author="ana")
        await mine.merge("NYC office", "New York office", reason="one place")

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.fault
async def test_ent_12_a_merge_that_was_killed_leaves_nothing_half_moved(
    endpoint: Endpoint, make_workspace: MakeWorkspace
) -> None:
    """A merge killed after its links were moved leaves the state as it was; retried it is one clean merge."""
    killed, clean = await make_workspace(), await make_workspace()
    for workspace in (killed, clean):
        for name, other in (("NYC office", "lease"), ("New York office", "lease"), ("NYC office", "New York office")):
            stated = {name: "location", other: "location" if "office" in other else "object"}
            await workspace.remember(decision(f"{name} depends_on {other}", types=stated))
        await workspace.describe("NYC office", description="on Broadway")
        await workspace.describe("New York office", description="on 5th Avenue")
    before = await dump(killed._store, killed.name)
    where = {"GRAPHMEM_URI": endpoint.uri, "GRAPHMEM_USER": endpoint.user, "GRAPHMEM_PASSWORD": endpoint.password}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        MERGING,
        killed.name,
        stdout=asyncio.subprocess.PIPE,
        env=os.environ | where,
        cwd=Path(__file__).parents[2],
    )
    assert process.stdout
    assert await process.stdout.readline() == b"moved\n"
    process.kill()
    await process.wait()
    assert await dump(killed._store, killed.name) == before
    merges = [(await w.merge("NYC office", "New York office", reason="one place")).id or "" for w in (killed, clean)]
    views = []
    for workspace in (killed, clean):
        view = await workspace.entity("NYC office")
        assert view.description == "on 5th Avenue"
        assert [(x.type, x.entity.name, x.evidence_total) for x in view.relations] == [("depends_on", "lease", 2)]
        views.append((view.names, [r.title for r in view.records], [len(x.evidence) for x in view.relations]))
    assert views[0] == views[1]
    await killed.unmerge(merges[0], reason="two places")
    assert await _but_the_merge(killed) == _without_clock(before)


async def _but_the_merge(workspace: Workspace) -> list[Any]:
    """Without the merge and the act that undid it: both are kept for the history and for who follows."""
    told = (("node", ("Merge",)), ("node", ("Act",)))
    return _without_clock([row for row in await dump(workspace._store, workspace.name) if row[:2] not in told])


def _without_clock(rows: list[Any]) -> list[Any]:
    """Without the workspace itself, whose clock moves with each request."""
    return [row for row in rows if row[:2] != ("node", ("Workspace",))]


# -- ENT-13: values that no property can hold


@pytest.mark.parametrize(
    ("key", "value"),
    [("tags", ["a", ["b"]]), ("meta", {"k": 1}), ("mix", [1, "a"]), ("big", 9223372036854775808), ("note", "plain")],
)
async def test_ent_13_undeclared_and_nested_fields_are_refused(workspace: Workspace, key: str, value: Any) -> None:
    """A field that the type does not declare is refused with its path, whatever its value; the good items follow their mode."""

    def stated(fields: dict[str, Any]) -> dict[str, Any]:
        return {
            "kind": "decision", "decision": "d", "entities": [
                {"name": "Lena", "type": "person", "fields": fields}, {"name": "Rig", "type": "object"}],
            "relations": [{"source": "Lena", "target": "Rig", "type": "related_to", "reason": "r"}],
        }  # fmt: skip

    receipt = await workspace.remember(stated({key: value}), stated({"city": "Oslo"}), mode="partial")
    assert [(r.index, r.path) for r in receipt.refused] == [(0, f"entities[0].fields.{key}")]
    assert len(receipt.records) == 1
    with pytest.raises(Refused) as caught:
        await workspace.remember(stated({key: value}))
    assert caught.value.path == f"entities[0].fields.{key}"


@pytest.mark.parametrize("value", [["a", ["b"]], {"k": 1}, [1, "a"], 9223372036854775808, -9223372036854775809])
async def test_ent_13_a_declared_field_takes_plain_values_only(workspace: Workspace, value: Any) -> None:
    """A value that no property can hold is refused with its path in a declared field too; nothing reaches the driver."""
    stated = {
        "kind": "decision", "decision": "d",
        "entities": [{"name": "Lena", "type": "person", "fields": {"city": value}}, {"name": "Rig", "type": "object"}],
        "relations": [{"source": "Lena", "target": "Rig", "type": "related_to", "reason": "r"}],
    }  # fmt: skip
    with pytest.raises(Refused) as caught:
        await workspace.remember(stated)
    assert {r.path for r in caught.value.refusals} == {"entities[0].fields.city"}
    assert await counted(workspace, "Record") == 0
    await workspace.remember(naming("Lena", "Anything", type="person"))
    with pytest.raises(Refused) as caught:
        await workspace.describe("Lena", fields={"city": value})
    assert caught.value.path == "fields.city"
