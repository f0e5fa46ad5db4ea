"""Erase: the one true deletion; a tombstone stays, without text (design 3.5)."""

from __future__ import annotations

import pytest

from graphmem.errors import Erased, GraphmemError, NameNotFound, NotFound
from graphmem.memory import Memory
from graphmem.model.radar_keys import radar_key
from graphmem.model.records import EntityRef, Relation
from graphmem.workspace import Workspace
from tests.acting import codes, count, current, dependents, links, nodes, refusals, stored, texts, warning
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, stated

WORD = "zugzwang"


async def one(workspace: Workspace, *links: str) -> str:
    return (await workspace.remember(decision(*links))).records[0].id


async def told(workspace: Workspace, word: str = WORD) -> list[str]:
    """Every text of the workspace that has the word in it."""
    return [text for text in await texts(workspace) if word in text.casefold()]


# -- a record


async def test_a_record_goes_with_all_it_said(workspace: Workspace) -> None:
    """The record, its links and what only it named are gone as of every day; what others name stays with theirs."""
    record = await one(workspace, "api depends_on auth", "api depends_on redis")
    at = (await workspace.record(record)).record.recorded_at
    await one(workspace, "api depends_on auth")
    receipt = await workspace.erase(record, reason="private")
    assert receipt.counts == {"records": 1, "links": 2, "entities": 1, "descriptions": 0, "receipts": 0, "cards": 0}
    assert codes(receipt) == ["COPIES_ELSEWHERE"]
    assert await dependents(workspace, "auth") == ["api"]
    assert await dependents(workspace, "auth", as_of=at) == []
    with pytest.raises(NotFound):
        await workspace.record(record)
    with pytest.raises(NameNotFound):
        await workspace.entity("redis")


async def test_a_tombstone_stays(workspace: Workspace) -> None:
    """A tombstone keeps the id and a digest of each erased thing, and nothing else of it; the next erasure knows it as not found."""
    record = await one(workspace, f"{WORD} depends_on redis")
    ids = {record, *[(await workspace.entity(n)).entity.id for n in (WORD, "redis")]}
    await workspace.erase(record, reason="private")
    stones = [n["properties"] for n in await nodes(workspace) if n["labels"] == ["Tombstone"]]
    assert {s["id"] for s in stones} == ids
    assert all(len(s["digest"]) == 64 for s in stones)
    assert {n["labels"][0] for n in await nodes(workspace)} == {"Workspace", "Tombstone"}
    assert await told(workspace) == []
    with pytest.raises(NotFound):
        await workspace.erase(record, reason="again")


async def test_a_dry_run_tells_what_would_go(workspace: Workspace) -> None:
    """A rehearsal has the same counts and leaves all as it was."""
    record = await one(workspace, "api depends_on auth")
    before = await stored(workspace)
    rehearsal = await workspace.erase(record, reason="private", dry_run=True)
    assert await stored(workspace) == before
    assert rehearsal.counts == (await workspace.erase(record, reason="private")).counts


async def test_ends_that_it_caused_stay(workspace: Workspace) -> None:
    """What an erased record had ended stays ended, and the receipt lists it."""
    old = await one(workspace, "api depends_on auth")
    link = (await workspace.remember(decision("web depends_on auth"))).relations[0].id
    cause = (await workspace.remember(change("api depends_on redis", supersedes=(old,), retires=(link,)))).records[0].id
    receipt = await workspace.erase(cause, reason="private")
    assert old in warning(receipt, "ENDS_STAY")
    assert not await current(workspace, old)
    assert await dependents(workspace, "auth") == []
    (end,) = (await workspace.record(old)).ends
    assert (end.act, end.how) == (cause, "superseded")


async def test_what_was_carried_on_is_told(workspace: Workspace) -> None:
    """Words that another record restates are its own: they stay, and the receipt names that record."""
    old = await one(workspace, f"api depends_on {WORD}")
    new = (await workspace.remember(decision("api related_to docs", supersedes=(old,), carries=True))).records[0].id
    receipt = await workspace.erase(old, reason="private")
    assert new in warning(receipt, "CARRIED_ON")
    assert await dependents(workspace, WORD) == ["api"]


async def test_nothing_of_its_text_is_left(workspace: Workspace, memory: Memory) -> None:
    """A word that one record brought, in every field it has, is in no node or relationship once the record is erased.

    Names, aliases, files, the session, its request and those that told of it, acts on it, merges and marks are all reached.
    """
    await workspace.remember(decision("api depends_on auth", "api related_to docs"))
    session = await memory.workspace(workspace.name, author="ana", session=f"about {WORD}")
    entities = (
        EntityRef(name=f"{WORD} store", type="code_component", description=f"a {WORD}", fields={"owner": WORD}),
        EntityRef(name="api", type="code_component", aliases=(f"{WORD} gate",), description=WORD),
        EntityRef(name="auth", type="code_component"),
    )
    relations = tuple(
        Relation(source=f"{WORD} store", target=n, type=t, reason=f"for {WORD}")
        for n, t in (("auth", "depends_on"), ("api", "solves"))
    )
    receipt = await session.remember(
        change(
            entities=entities, relations=relations, change=f"no {WORD}", title=WORD, text=f"in {WORD}", on_behalf_of=WORD,
            files=(f"src/{WORD}.py:1",), request_id=f"{WORD}-1",
        )
    )  # fmt: skip
    record, link = receipt.records[0].id, receipt.relations[0].id
    await workspace.remember(decision(f"{WORD} Stores depends_on auth", request_id="r-2"))  # proposes the two as one
    await workspace.forget((await workspace.remember(decision(f"{WORD} stores related_to docs"))).records[0].id, reason=WORD)
    await workspace.remember(change("web depends_on docs", retires=(link,), request_id="r-3"))
    await workspace.reinstate(link, reason=f"still {WORD}")
    await workspace.forget(record, reason=f"no more {WORD}", request_id=f"{WORD}-2")
    merge = await workspace.merge(f"{WORD} store", "auth", reason=f"{WORD} is auth", request_id="r-4")
    await workspace.unmerge(str(merge.id), reason=f"{WORD} is not")
    await workspace.mark_different(f"{WORD} store", "auth", reason=f"{WORD}!")
    alike = [(await workspace.entity(f"{WORD} {n}")).entity.id for n in ("store", "stores")]
    await workspace.dismiss(radar_key("duplicate", *alike), reason=f"no {WORD}")
    await workspace.remember(decision(f"{WORD} gate depends_on docs", request_id="r-5"))  # by the alias: a word of its own
    assert len(await told(workspace)) > 30
    own = [r.record for r in (await workspace.entity(f"{WORD} stores")).records] + [
        r.record for r in (await workspace.entity(f"{WORD} gate")).records if "gate" in r.title
    ]
    for other in dict.fromkeys(own):
        await workspace.erase(other, reason="first those that say it themselves")
    await workspace.erase(record, reason="private")
    assert await told(workspace) == []
    assert (await workspace.entity("api")).names == ("api",)


async def test_a_spelling_that_others_use_stays(workspace: Workspace) -> None:
    """A name that another record uses as well goes on leading to the entity, spelled as that record spells it."""
    first = await workspace.remember(decision("API Gateway depends_on auth", request_id="r-1"))
    await workspace.remember(decision("api gateway depends_on redis", request_id="r-2"))
    assert (await workspace.entity("api gateway")).entity.name == "API Gateway"
    await workspace.erase(first.records[0].id, reason="private")
    view = await workspace.entity("api gateway")
    assert (view.entity.name, view.names) == ("api gateway", ("api gateway",))
    again = await workspace.remember(decision("api gateway depends_on redis", request_id="r-2"))
    assert [e.name for e in again.entities if e.id == view.entity.id] == ["api gateway"]
    assert await told(workspace, "API Gateway".casefold()) == await told(workspace, "api gateway")
    assert not [t for t in await texts(workspace) if "API Gateway" in t]


async def test_an_alias_that_others_declare_stays(workspace: Workspace) -> None:
    """An alias is a statement: one that a second record gave as well survives the erasure of the first."""

    def named(link: str) -> dict[str, object]:
        facts = stated((link,))
        api = EntityRef(name="api", type="code_component", aliases=("front door",))
        return {**facts, "entities": (api, *(e for e in facts["entities"] if e.name != "api")), "decision": link}

    first = await workspace.remember(decision(**named("api depends_on auth")))  # type: ignore[arg-type]
    second = await workspace.remember(decision(**named("api depends_on redis")))  # type: ignore[arg-type]
    await workspace.erase(first.records[0].id, reason="private")
    assert (await workspace.entity("front door")).entity.name == "api"
    await one(workspace, "api depends_on disk")
    await workspace.erase(second.records[0].id, reason="private")
    with pytest.raises(NameNotFound):
        await workspace.entity("front door")


async def test_an_entity_under_another_name(workspace: Workspace) -> None:
    """When the name that an entity was made with goes, it is shown by a name that is left, in the receipts of others too."""
    link = stated((f"{WORD} depends_on auth",))
    api = EntityRef(name=WORD, type="code_component", aliases=("front door",))
    first = await workspace.remember(decision(entities=(api, link["entities"][1]), relations=link["relations"], decision="d"))
    await workspace.remember(decision("front door depends_on redis", request_id="r-2"))
    await workspace.describe("front door", description="the door")
    await workspace.erase(first.records[0].id, reason="private")
    assert (await workspace.entity("front door")).entity.name == "front door"
    assert await told(workspace) == []
    again = await workspace.remember(decision("front door depends_on redis", request_id="r-2"))
    assert (again.replayed, [r.source for r in again.relations]) == (True, ["front door"])


# -- merges


async def test_a_merged_entity_that_nothing_names_any_more(workspace: Workspace) -> None:
    """The survivor keeps what its own records say; of the erased name nothing is left, and the merge can still be undone."""
    record = await one(workspace, f"web depends_on {WORD}")
    await one(workspace, "api depends_on auth")
    merge = await workspace.merge(WORD, "auth", reason=f"{WORD} is auth", request_id="r-1")
    await workspace.erase(record, reason="private")
    assert await told(workspace) == []
    assert (await workspace.entity("auth")).names == ("auth",)
    assert await dependents(workspace, "auth") == ["api"]
    await workspace.unmerge(str(merge.id), reason="undone")
    assert await dependents(workspace, "auth") == ["api"]


async def test_a_survivor_that_nothing_names_any_more(workspace: Workspace) -> None:
    """When the survivor's own record goes the entity is shown by the name of what was merged into it."""
    await one(workspace, "web depends_on login")
    record = await one(workspace, f"api depends_on {WORD}")
    await workspace.merge("login", WORD, reason="one thing")
    await workspace.erase(record, reason="private")
    assert await told(workspace) == []
    view = await workspace.entity("login")
    assert (view.entity.name, view.names) == ("login", ("login",))
    assert await dependents(workspace, "login") == ["web"]


async def test_a_merge_of_two_that_both_go(workspace: Workspace) -> None:
    """When nothing names either side any more both go, and the merge with them."""
    record = await one(workspace, f"{WORD} depends_on login")
    await workspace.merge("login", WORD, reason="one thing")
    await workspace.erase(record, reason="private")
    assert {n["labels"][0] for n in await nodes(workspace)} == {"Workspace", "Tombstone"}


# -- an entity


async def test_an_entity_goes_with_all_its_links(workspace: Workspace) -> None:
    """No edge, mention, name or edit by hand of it is left; the records that named it stay and are counted."""
    record = await one(workspace, f"api depends_on {WORD}", "api depends_on auth")
    await workspace.describe(WORD, description="the one", request_id="r-1")
    receipt = await workspace.erase(entity=WORD.upper(), reason="private")
    assert receipt.counts == {"entities": 1, "links": 1, "mentions": 2, "names": 1, "receipts": 1, "cards": 0}
    assert codes(receipt) == ["COPIES_ELSEWHERE", "RECORDS_STAY"]
    with pytest.raises(NameNotFound):
        await workspace.entity(WORD)
    view = await workspace.record(record)
    assert [n.entity.name for n in view.entities] == ["api", "auth"]
    assert await dependents(workspace, "auth") == ["api"]
    assert await count(workspace, "(x:Description)") == 0
    with pytest.raises(Erased):
        await workspace.describe(WORD, description="the one", request_id="r-1")


async def test_receipts_of_records_that_named_it(workspace: Workspace) -> None:
    """The record stays, so its request replays, without the entity and its links."""
    await workspace.remember(decision(f"api depends_on {WORD}", "api depends_on auth", decision="d", request_id="r-1"))
    await workspace.erase(entity=WORD, reason="private")
    again = await workspace.remember(decision(f"api depends_on {WORD}", "api depends_on auth", decision="d", request_id="r-1"))
    assert again.replayed
    assert [e.name for e in again.entities] == ["api", "auth"]
    assert [r.target for r in again.relations] == ["auth"]
    assert await told(workspace) == []


async def test_an_entity_with_what_was_merged_into_it(workspace: Workspace) -> None:
    """Erasing a merged entity takes the whole group, links parked between the two as well."""
    await one(workspace, f"login depends_on {WORD}", "api depends_on login")
    await workspace.merge("login", WORD, reason="one thing")
    receipt = await workspace.erase(entity="login", reason="private")
    assert (receipt.counts["entities"], receipt.counts["links"], receipt.counts["names"]) == (2, 2, 2)
    assert await count(workspace, "(x:Merge)") == 0
    assert await count(workspace, "()-[x:PARKED]->()") == 0


# -- all of a session or an author


@pytest.fixture
async def two(make_workspace: MakeWorkspace, memory: Memory) -> tuple[Workspace, Workspace]:
    """One workspace, written to by ana in a session named with the word, and by ben."""
    ana = await make_workspace(session=f"on {WORD}")
    ben = await memory.workspace(ana.name, author="ben", session="tuesday")
    for n in range(5):
        await ana.remember(decision(f"{WORD}{n} depends_on shared"))
    await ben.remember(decision("web depends_on shared"))
    return ana, ben


@pytest.mark.parametrize("given", [{"author": "ana"}, {"session": f"on {WORD}"}], ids=["author", "session"])
async def test_all_of_an_author_or_a_session(
    two: tuple[Workspace, Workspace], given: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In batches all of their records go, with every text; a rehearsal counts the same; others are untouched."""
    monkeypatch.setattr("graphmem.write.erase.BATCH", 2)
    ana, ben = two
    rehearsal = await ben.erase(reason="left", dry_run=True, author=given.get("author"), session=given.get("session"))
    assert len(await told(ana)) > 20
    receipt = await ben.erase(reason="left", request_id="bulk", author=given.get("author"), session=given.get("session"))
    assert (
        receipt.counts
        == rehearsal.counts
        == {"records": 5, "links": 5, "entities": 5, "descriptions": 0, "receipts": 0, "cards": 0}
    )
    assert await told(ana) == []
    assert await dependents(ana, "shared") == ["web"]
    again = await ben.erase(reason="left", request_id="bulk", author=given.get("author"), session=given.get("session"))
    assert again == receipt.model_copy(update={"replayed": True})


async def test_what_an_author_said_beside_records(workspace: Workspace, memory: Memory) -> None:
    """Edits by hand and the reasons that an author gave for acts go too; what others said of the same things stays."""
    await workspace.remember(decision("api depends_on auth", "web depends_on login"))
    await workspace.describe("api", description="the door")
    ben = await memory.workspace(workspace.name, author="ben")
    await ben.describe("api", description=f"a {WORD}", request_id="r-1")
    merge = await ben.merge("login", "auth", reason=f"{WORD}")
    await ben.mark_different("api", "web", reason=WORD)
    await ben.forget((await ben.remember(decision("cli depends_on auth"))).records[0].id, reason=WORD)
    receipt = await workspace.erase(author="ben", reason="left")
    assert (receipt.counts["records"], receipt.counts["descriptions"]) == (1, 1)
    assert await told(workspace) == []
    assert (await workspace.entity("api")).description == "the door"
    assert (await workspace.entity("login")).entity.name == "auth"
    await workspace.unmerge(str(merge.id), reason="undone")
    with pytest.raises(Erased):
        await ben.describe("api", description=f"a {WORD}", request_id="r-1")


async def test_a_stopped_bulk_erase_is_run_again(two: tuple[Workspace, Workspace], monkeypatch: pytest.MonkeyPatch) -> None:
    """After a failure between two transactions each transaction stands whole, and the same request erases the rest."""
    monkeypatch.setattr("graphmem.write.erase.BATCH", 2)
    ana, ben = two
    write, calls = ben._store.write, iter(range(2))

    async def stops(*args: object, **kwargs: object) -> object:
        if next(calls, None) is None:
            raise ConnectionError
        return await write(*args, **kwargs)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr(ben._store, "write", stops)
        with pytest.raises(ConnectionError):
            await ben.erase(author="ana", reason="left", request_id="bulk")
    assert len(await dependents(ana, "shared")) == 2
    receipt = await ben.erase(author="ana", reason="left", request_id="bulk")
    assert (receipt.counts["records"], receipt.replayed) == (1, False)
    assert await told(ana) == []


# -- refusals


async def test_what_is_no_filter(two: tuple[Workspace, Workspace]) -> None:
    """Empty, blank and doubled filters are refused, unknown ones are not found, no reason is refused; nothing goes."""
    ana, _ = two
    before = await stored(ana)
    record = (await ana.entity("shared")).records[0].record
    for given in ({}, {"record": ""}, {"entity": " "}, {"session": ""}, {"author": "\t"}, {"record": record, "author": "ana"}):
        act = ana.erase(given.get("record"), reason="x", **{k: v for k, v in given.items() if k != "record"})  # type: ignore[arg-type]
        assert await refusals(act) == [("record", "NO_FILTER")]
    for given in ({"record": "rec_0"}, {"entity": "nobody"}, {"session": "wednesday"}, {"author": "an"}):
        with pytest.raises(NotFound, match=next(iter(given.values()))):
            await ana.erase(given.get("record"), reason="x", **{k: v for k, v in given.items() if k != "record"})  # type: ignore[arg-type]
    assert await refusals(ana.erase(record, reason="")) == [("reason", "NO_REASON")]
    assert await stored(ana) == before


async def test_a_workspace_that_is_not_there(memory: Memory) -> None:
    """Erasing in a workspace that nobody made is not found; nothing is made by it."""
    with pytest.raises(GraphmemError, match="No workspace"):
        await memory.workspace("nobody-made-this", author="ana")


async def test_links_are_told_once(workspace: Workspace) -> None:
    """After an erasure the links of others are what they were."""
    record = await one(workspace, "api depends_on auth")
    await one(workspace, "api depends_on auth")
    await workspace.erase(record, reason="private")
    receipt = await workspace.remember(decision("api depends_on auth"))
    assert [r.evidence for r in receipt.relations] == [2]
    assert links(receipt.ended) == []
