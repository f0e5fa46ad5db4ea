"""What is refused: a named error with the path of the field, and nothing stored (design 3.4)."""

from __future__ import annotations

from typing import Any

import pytest

from graphmem.errors import Refused
from graphmem.model import ontology as o
from graphmem.model.ontology import EntityType, Ontology, RelationType
from graphmem.model.records import parse_record
from graphmem.workspace import Workspace
from graphmem.write.prepare import prepare
from tests.stating import decision

API = {"name": "api", "type": "code_component"}
AUTH = {"name": "auth", "type": "code_component"}
LINK = {"source": "api", "target": "auth", "type": "depends_on", "reason": "tokens"}


def body(**changes: Any) -> dict[str, Any]:
    """A valid decision, changed."""
    whole = {"kind": "decision", "decision": "use it", "entities": [API, AUTH], "relations": [LINK]}
    return {k: v for k, v in {**whole, **changes}.items() if v is not ...}


def link(**changes: Any) -> list[dict[str, Any]]:
    return [{k: v for k, v in {**LINK, **changes}.items() if v is not ...}]


CASES: list[tuple[str, dict[str, Any], str, str]] = [
    ("no entity", body(entities=[], relations=[LINK]), "entities", "NO_ENTITY"),
    ("no relation", body(relations=[]), "relations", "NO_RELATION"),
    ("no reason", body(relations=link(reason=...)), "relations[0].reason", "NO_REASON"),
    ("blank reason", body(relations=link(reason=" \n ")), "relations[0].reason", "NO_REASON"),
    ("long reason", body(relations=link(reason="x" * 50_000)), "relations[0].reason", "TOO_LONG"),
    ("self", body(relations=link(target="API ")), "relations[0]", "SELF_RELATION"),
    ("undeclared end", body(relations=link(target="Ghost")), "relations[0].target", "UNDECLARED_ENTITY"),
    ("unknown relation type", body(relations=link(type="DEPENDS_ON ")), "relations[0].type", "UNKNOWN_TYPE"),
    ("unknown entity type", body(entities=[API, {**AUTH, "type": "gadget"}]), "entities[1].type", "UNKNOWN_TYPE"),
    ("unknown kind", body(kind="musing"), "kind", "UNKNOWN_KIND"),
    ("unknown field", body(mood="good"), "mood", "UNKNOWN_FIELD"),
    ("missing field", body(decision=...), "decision", "MISSING_FIELD"),
    ("blank field", body(decision="  "), "decision", "EMPTY_FIELD"),
    ("long field", body(decision="x" * 20_001), "decision", "TOO_LONG"),
    ("long title", body(title="x" * 201), "title", "TOO_LONG"),
    ("blank name", body(entities=[API, AUTH, {"name": "\u00a0\u200b", "type": "concept"}]), "entities[2].name", "NAME_REFUSED"),
    ("surrogate in a name", body(entities=[API, AUTH, {"name": "Blue\ud83d", "type": "concept"}]), "entities[2].name", "NAME_REFUSED"),
    ("undeclared entity field", body(entities=[API, {**AUTH, "fields": {"mood": 1}}]), "entities[1].fields.mood", "UNKNOWN_FIELD"),
    ("number too large", body(entities=[API, {**AUTH, "fields": {"owner": 2**63}}]), "entities[1].fields.owner", "INVALID_FIELD"),
    ("nested value", body(entities=[API, {**AUTH, "fields": {"owner": ["a", ["b"]]}}]), "entities[1].fields.owner", "INVALID_FIELD"),
    ("conflict beside relation", body(relations=[LINK, *link(type="conflicts_with")]), "relations[1]", "CONFLICT_BESIDE_RELATION"),
    ("same link, two reasons", body(relations=[LINK, *link(reason="other")]), "relations[1]", "DUPLICATE_RELATION"),
    ("naive time", body(valid_from="2024-05-01T10:00:00"), "valid_from", "TIME_REFUSED"),
    ("year 9999", body(valid_to="9999-12-31"), "valid_to", "TIME_REFUSED"),
    ("reversed", body(valid_from="2024-05-01", valid_to="2024-04-01"), "valid_to", "TIMES_OUT_OF_ORDER"),
    ("zero length", body(valid_from="2024-05-01", valid_to="2024-05-01"), "valid_to", "TIMES_OUT_OF_ORDER"),
    ("ends before now", body(valid_to="2001-01-01"), "valid_to", "TIMES_OUT_OF_ORDER"),
    ("file above the root", body(files=["../../etc/passwd"]), "files[0]", "FILE_REFUSED"),
    ("absolute file", body(files=["a.py", "/etc/passwd"]), "files[1]", "FILE_REFUSED"),
    ("unknown supersedes", body(supersedes=["rec_0000000000000000"]), "supersedes[0]", "UNKNOWN_RECORD"),
    ("unknown corrects", body(corrects=["rec_0000000000000000"]), "corrects[0]", "UNKNOWN_RECORD"),
    ("named twice", body(supersedes=["r"], corrects=["r"]), "corrects", "NAMED_TWICE"),
    ("carries nothing", body(carries=True), "carries", "CARRIES_NOTHING"),
    ("retires what is unknown", body(retires=["nobody"]), "retires[0].entity", "UNKNOWN_ENTITY"),
    ("retires an unknown edge", body(retires=["rel_00000000000000000000"]), "retires[0].relation", "UNKNOWN_RELATION"),
    ("retires in two ways", body(retires=[{"entity": "api", "relation": "rel_1"}]), "retires[0]", "INVALID_RETIRE"),
    ("retires a link of unknown things", body(retires=[["api", "depends_on", "auth"]]), "retires[0].source", "UNKNOWN_ENTITY"),
    ("bad request_id", body(request_id=" "), "request_id", "INVALID_FIELD"),
    ("too many entities", body(entities=[API, AUTH, *({"name": f"n{n}", "type": "concept"} for n in range(49))]), "entities", "TOO_MANY"),
    ("too many relations", body(relations=[LINK] * 101), "relations", "TOO_MANY"),
    ("too many files", body(files=[f"f{n}.py" for n in range(51)]), "files", "TOO_MANY"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "path", "code"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
@pytest.mark.parametrize("dry_run", [False, True], ids=["stored", "dry run"])
async def test_refused(workspace: Workspace, given: dict[str, Any], path: str, code: str, dry_run: bool) -> None:
    """The error names the field and the rule, a dry run says the same, and no node was made."""
    with pytest.raises(Refused) as refused:
        await workspace.remember(given, dry_run=dry_run)
    assert (path, code) in [(r.path, r.code) for r in refused.value.refusals]
    left = await workspace._store.command(f"MATCH (n {{workspace: '{workspace.name}'}}) RETURN count(n) AS n")
    assert left == [{"n": 0}]


async def test_every_rule_at_once(workspace: Workspace) -> None:
    """One call reports every broken rule that needs no database, not only the first."""
    with pytest.raises(Refused) as refused:
        await workspace.remember(body(decision=" ", relations=link(reason="", type="likes"), valid_from="soon"))
    assert {r.path for r in refused.value.refusals} == {"decision", "relations[0].reason", "relations[0].type", "valid_from"}


async def test_partial_batch(workspace: Workspace) -> None:
    """In partial mode the good items land; the reply names each refused one, and one that rests on it is refused too."""
    receipt = await workspace.remember(
        body(request_id="one"),
        body(relations=[], request_id="two"),
        body(supersedes=["two"]),
        body(supersedes=["one"]),
        mode="partial",
    )
    assert [(r.index, r.path, r.code) for r in receipt.refused] == [
        (1, "relations", "NO_RELATION"),
        (2, "supersedes[0]", "UNKNOWN_RECORD"),
    ]
    assert len(receipt.records) == 2
    assert [(e.record, e.reason) for e in receipt.ended if e.record] == [(receipt.records[0].id, "superseded")]


async def test_partial_batch_again(workspace: Workspace) -> None:
    """Sent again, landed items replay and refused ones are tried anew."""
    first = await workspace.remember(body(request_id="one"), body(relations=[], request_id="two"), mode="partial")
    again = await workspace.remember(body(request_id="one"), body(request_id="two"), mode="partial")
    assert again.records[0] == first.records[0]
    assert [r.request_id for r in again.records] == ["one", "two"]
    assert not again.refused
    assert not again.replayed


async def test_supersedes_before_its_start(workspace: Workspace) -> None:
    """A record cannot be ended before it began; the message names `corrects`."""
    old = await workspace.remember(decision("api depends_on auth", valid_from="2024-06-01"))
    with pytest.raises(Refused, match="corrects") as refused:
        await workspace.remember(decision("api depends_on auth", valid_from="2022-01-01", supersedes=[old.records[0].id]))
    assert refused.value.path == "supersedes[0]"


async def test_retires_beside_a_relation_of_the_same(workspace: Workspace) -> None:
    """A record cannot remove and state the same thing, in any of the three forms."""
    receipt = await workspace.remember(decision("api depends_on auth"))
    for retired in (receipt.relations[0].id, ("api", "depends_on", "auth"), "api"):
        with pytest.raises(Refused) as refused:
            await workspace.remember(decision("api depends_on auth", retires=[retired]))
        assert refused.value.code == "RETIRES_AND_STATES"


async def test_self_relation_by_alias(workspace: Workspace) -> None:
    """Two names of one entity are no two ends: checked after names are resolved."""
    await workspace.remember(
        body(entities=[{**API, "name": "Team X", "aliases": ["X Team"]}, AUTH], relations=link(source="Team X"))
    )
    given = body(
        entities=[{**API, "name": "Team X"}, {**API, "name": "X Team"}], relations=link(source="Team X", target="X Team")
    )
    with pytest.raises(Refused) as refused:
        await workspace.remember(given)
    assert refused.value.code == "SELF_RELATION"


@pytest.mark.parametrize("how", ["supersedes", "corrects"])
async def test_foreign_record(workspace: Workspace, make_workspace: Any, how: str) -> None:
    """Another workspace's record is refused exactly like an unknown one."""
    other = await make_workspace()
    foreign = (await other.remember(body())).records[0].id
    messages = []
    for id_ in (foreign, "rec_0000000000000000"):
        with pytest.raises(Refused) as refused:
            await workspace.remember(body(**{how: [id_]}))
        assert refused.value.path == f"{how}[0]"
        messages.append(str(refused.value).replace(id_, "ID"))
    assert messages[0] == messages[1]


def test_wrong_ends_of_a_relation() -> None:
    """A relation type may say which types its ends have; a wrong end is refused and never flipped (REL-06, by the library)."""
    ontology = Ontology(
        entity_types=(EntityType(name="person", label="Person"), EntityType(name="organization", label="Organization")),
        relation_types=(RelationType(name="employed_by", read_by="search", sources=("person",), targets=("organization",)),),
    )
    given = {
        "kind": "definition",
        "term": "t",
        "definition": "d",
        "entities": [{"name": "Acme", "type": "organization"}, {"name": "Lena", "type": "person"}],
        "relations": [{"source": "Acme", "target": "Lena", "type": "employed_by", "reason": "payroll"}],
    }
    with pytest.raises(Refused) as refused:
        prepare(parse_record(given), 0, ontology)
    assert [(r.path, r.code) for r in refused.value.refusals] == [
        ("relations[0].source", "WRONG_END"),
        ("relations[0].target", "WRONG_END"),
    ]
    assert "person" in refused.value.refusals[0].message


async def test_too_many_items(workspace: Workspace) -> None:
    """A request holds at most 500 records, and at least one."""
    for records in ([], [body()] * (o.MAX_ITEMS + 1)):
        with pytest.raises(Refused) as refused:
            await workspace.remember(*records)
        assert refused.value.path == "records"


async def test_aliases_of_field_names(workspace: Workspace) -> None:
    """The field names of older clients are accepted: `interaction_type`, the `content` wrapper, `from_entity`, `context`."""
    receipt = await workspace.remember(
        {
            "interaction_type": "problem_solved",
            "content": {"problem": "lost removals", "solution": "keep them"},
            "entities": [
                {"name": "Persister", "entity_type": "code_component"},
                {"name": "carry", "entity_type": "code_component"},
            ],
            "relations": [
                {"from_entity": "Persister", "to_entity": "carry", "relation_type": "depends_on", "context": "merges rows"}
            ],
        }
    )
    assert receipt.records[0].kind == "problem_solved"
    assert [(r.source, r.type, r.target) for r in receipt.relations] == [("Persister", "depends_on", "carry")]
