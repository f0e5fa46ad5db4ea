"""Entity: everything about one thing, as it stands at the clocks asked."""

import pytest

from graphmem.errors import InvalidArgument, NameNotFound
from graphmem.model.answers.entity import EntityView, Link
from graphmem.model.records import Decision, EntityRef, Record, Relation
from graphmem.workspace import Workspace
from tests.stating import change, decision, found, solved


def said(name: str, type: str = "person", **more: object) -> Record:
    """A decision that says something of one entity."""
    shape = {k: more.pop(k) for k in ("description", "fields", "aliases") if k in more}
    return Decision(
        decision=f"about {name}", reason="it was so",
        entities=(EntityRef.model_validate({"name": name, "type": type, **shape}), EntityRef(name="team", type="organization")),
        relations=(Relation(source=name, target="team", type="related_to", reason="works there"),),
        **more,  # type: ignore[arg-type]
    )  # fmt: skip


def links(answer: EntityView) -> list[tuple[str, str, str, int]]:
    return [(x.direction, x.type, x.entity.name, x.evidence_total) for x in answer.relations]


async def test_ent_11_a_poorer_mention_wipes_nothing(workspace: Workspace) -> None:
    """The newest non-empty value is shown; only an unset clears a field, and `as_of` before it still gives the value."""
    await workspace.remember(said("Lena", description="flies", fields={"city": "Oslo", "role": "pilot"}))
    await workspace.remember(said("Lena"))
    await workspace.remember(said("Lena", description="", fields={"city": ""}))
    answer = await workspace.entity("Lena")
    assert (answer.description, answer.fields) == ("flies", {"city": "Oslo", "role": "pilot"})
    await workspace.describe("Lena", unset=["city"])
    assert (await workspace.entity("Lena")).fields == {"role": "pilot"}
    assert (await workspace.entity("Lena", as_of=answer.as_of)).fields == {"city": "Oslo", "role": "pilot"}


async def test_newest_goes_by_date_then_order(workspace: Workspace) -> None:
    """A description of an earlier time, stated later, does not hide the newer one; within one day the later statement counts."""
    await workspace.remember(said("Lena", description="captain", fields={"city": "Bergen"}, valid_from="2024-06-01"))
    await workspace.remember(said("Lena", description="cadet", fields={"role": "pilot"}, valid_from="2020-01-01"))
    answer = await workspace.entity("Lena")
    assert (answer.description, answer.fields) == ("captain", {"city": "Bergen", "role": "pilot"})
    assert (await workspace.entity("Lena", valid_at="2021")).description == "cadet"
    await workspace.remember(said("Lena", description="chief", valid_from="2024-06-01"))
    assert (await workspace.entity("Lena")).description == "chief"


async def test_what_ended_says_nothing_any_more(workspace: Workspace) -> None:
    """The description of a forgotten record is not shown; the one before it is."""
    await workspace.remember(said("Lena", description="pilot"))
    receipt = await workspace.remember(said("Lena", description="sailor"))
    assert (await workspace.entity("Lena")).description == "sailor"
    await workspace.forget(receipt.records[0].id, reason="another Lena")
    assert (await workspace.entity("Lena")).description == "pilot"


async def test_every_spelling_and_the_merged_ones(workspace: Workspace) -> None:
    """Aliases and the names of merged entities lead to one entity, which lists them; unmerge takes them back."""
    await workspace.remember(said("New York office", "location", aliases=["NY"]), said("NYC  office", "location"))
    merged = await workspace.merge("NYC office", "New York office", reason="one place")
    answer = await workspace.entity("nyc office")
    assert answer.entity.name == "New York office"
    assert answer.names == ("New York office", "NY", "NYC  office")
    assert [m.name for m in answer.merged] == ["NYC  office"]
    assert links(answer) == [("both", "related_to", "team", 2)]
    assert len(answer.records) == 2
    assert (await workspace.entity(answer.merged[0].id)).entity == answer.entity
    assert merged.id
    await workspace.unmerge(merged.id, reason="two places")
    answer = await workspace.entity("New York office")
    assert (answer.names, answer.merged, len(answer.records)) == (("New York office", "NY"), (), 1)


async def test_links_in_and_out_with_their_evidence(workspace: Workspace) -> None:
    """A link is shown once, with its direction, every piece of evidence and the earliest start among them."""
    await workspace.remember(decision("api depends_on auth", valid_from="2024-03-01", reason="calls it"))
    await workspace.remember(decision("api depends_on auth", valid_from="2024-01-01", reason="asks it for tokens"))
    await workspace.remember(decision("web depends_on api"))
    answer = await workspace.entity("api")
    assert links(answer) == [("out", "depends_on", "auth", 2), ("in", "depends_on", "web", 1)]
    out = answer.relations[0]
    assert out.since == "2024-01-01"
    assert [(e.reason, e.since, e.author) for e in out.evidence] == [
        ("asks it for tokens", "2024-01-01", "ana"), ("calls it", "2024-03-01", "ana"),
    ]  # fmt: skip
    assert out.evidence[0].id.startswith("rel_")


async def test_rel_03_a_symmetric_link_shows_once_from_both_ends(workspace: Workspace) -> None:
    """`A related_to B` and `B related_to A` are one link with two pieces of evidence, seen from A and from B."""
    await workspace.remember(decision("A related_to B"))
    await workspace.remember(decision("B related_to A"))
    for name, other in (("A", "B"), ("B", "A")):
        answer = await workspace.entity(name)
        assert links(answer) == [("both", "related_to", other, 2)]
        assert [(e.source, e.target) for e in answer.relations[0].evidence] == [("A", "B"), ("B", "A")]


async def test_ended_links_are_gone_and_ended_records_are_marked(workspace: Workspace) -> None:
    """TRV-07: after its only record was forgotten a thing has no links; the record stays in its view, marked, by whom and why."""
    receipt = await workspace.remember(decision("api depends_on auth"))
    await workspace.forget(receipt.records[0].id, reason="never built")
    answer = await workspace.entity("api")
    assert answer.relations == ()
    record = answer.records[0]
    assert (record.record, record.holds) == (receipt.records[0].id, False)
    assert (record.end_reason, record.ended_by) == ("forgotten", "ana")
    assert record.valid_to == record.ended_at is not None
    assert answer.decisions == ()


async def test_tim_12_the_end_is_the_successor_s_start(workspace: Workspace) -> None:
    """A superseded record shows the start of its successor as its end, as coarse as given, and when that was learned."""
    a = await workspace.remember(decision("api depends_on auth", valid_from="2024-01-01"))
    known = (await workspace.entity("api")).as_of
    b = await workspace.remember(decision("api depends_on redis", valid_from="2024-03-01", supersedes=(a.records[0].id,)))
    record = (await workspace.entity("api")).records[1]
    assert (record.at, record.valid_to, record.end_reason, record.end_act) == (
        "2024-01-01",
        "2024-03-01",
        "superseded",
        b.records[0].id,
    )
    assert record.ended_at == b.recorded_at
    before = (await workspace.entity("api", as_of=known)).records
    assert [(r.valid_to, r.holds) for r in before] == [(None, True)]
    may = (await workspace.entity("api", valid_at="2024-05-01")).records
    assert [(r.at, r.holds) for r in may] == [("2024-03-01", True), ("2024-01-01", False)]


async def test_tim_12_a_stated_end_is_kept(workspace: Workspace) -> None:
    """An earlier end that the writer stated stays the one shown, in the precision it was given."""
    a = await workspace.remember(decision("api depends_on auth", valid_from="2024-01-01", valid_to="2024-02"))
    await workspace.remember(decision("api depends_on redis", valid_from="2024-03-01", supersedes=(a.records[0].id,)))
    record = (await workspace.entity("api")).records[1]
    assert (record.valid_to, record.end_reason, record.ended_by) == ("2024-02", "stated", "ana")


async def test_tim_08_the_switch_instant(workspace: Workspace) -> None:
    """At the instant of a switch only the successor holds, one microsecond before only the predecessor."""
    a = await workspace.remember(decision("api depends_on auth", valid_from="2024-01-01"))
    await workspace.remember(decision("api depends_on redis", valid_from="2024-06-01", supersedes=(a.records[0].id,)))

    async def current(at: str) -> list[str]:
        return [x.entity.name for x in (await workspace.entity("api", valid_at=at)).relations]

    assert await current("2024-06-01T00:00:00Z") == ["redis"]
    assert await current("2024-05-31T23:59:59.999999Z") == ["auth"]
    assert await current("2024-06-01") == ["redis"]


async def test_records_newest_first_in_pages(workspace: Workspace) -> None:
    """Pages of records, newest first, join to the whole, although a newer one came between two pages."""
    await workspace.remember(
        *(decision("api depends_on auth", decision=f"d{i}", valid_from=f"2024-01-{i % 5 + 1:02}") for i in range(12))
    )
    whole = (await workspace.entity("api")).records
    assert [r.title for r in whole[:3]] == ["d9", "d4", "d8"]
    page = await workspace.entity("api", limit=5)
    records = list(page.records)
    await workspace.remember(decision("api depends_on auth"))
    while page.cursor:
        page = await workspace.entity("api", limit=5, cursor=page.cursor)
        records += page.records
    assert tuple(records) == whole


async def test_decisions_are_the_current_ones(workspace: Workspace) -> None:
    """`decisions` lists current decisions only, newest first, and says when it was cut."""
    receipt = await workspace.remember(
        decision("api depends_on auth", decision="old"), decision("api depends_on auth", decision="gone"),
        decision("api depends_on auth", decision="new"), change("api depends_on auth"),
    )  # fmt: skip
    await workspace.forget(receipt.records[1].id, reason="withdrawn")
    answer = await workspace.entity("api")
    assert ([d.title for d in answer.decisions], answer.decisions_truncated) == (["new", "old"], False)
    assert len(answer.records) == 4
    answer = await workspace.entity("api", limit=1)
    assert ([d.title for d in answer.decisions], answer.decisions_truncated) == (["new"], True)


async def test_files_of_current_records(workspace: Workspace) -> None:
    """The files that its current records touch, those that more of them touch first."""
    await workspace.remember(
        change("api depends_on auth", files=("src/api.py:10-20", "src/auth.py")),
        change("api depends_on auth", files=("src/auth.py",)),
    )
    gone = await workspace.remember(change("api depends_on auth", files=("src/old.py",)))
    await workspace.forget(gone.records[0].id, reason="reverted")
    answer = await workspace.entity("api")
    assert [(f.path, f.records) for f in answer.files] == [("src/auth.py", 2), ("src/api.py", 1)]


async def test_the_removed_mark_and_its_lifting(workspace: Workspace) -> None:
    """A retired thing is marked with who said so; a later impact link lifts the mark, for readings before it still stands."""
    await workspace.remember(decision("api depends_on auth", valid_from="2024-01-01"))
    receipt = await workspace.remember(change("api related_to build", retires=("auth",), valid_from="2024-03-01"))
    mark = (await workspace.entity("auth")).removed
    assert mark is not None
    assert (mark.record, mark.author, mark.at) == (receipt.records[0].id, "ana", "2024-03-01")
    assert (await workspace.entity("auth", valid_at="2024-02-01")).removed is None
    await workspace.remember(decision("web depends_on auth", valid_from="2024-05-01"))
    assert (await workspace.entity("auth")).removed is None
    assert (await workspace.entity("auth", valid_at="2024-04-01")).removed == mark
    assert (await workspace.entity("api")).removed is None


async def test_assumed_and_stated_starts(workspace: Workspace) -> None:
    """A start that no source stated is marked as assumed, on the record and on its evidence."""
    await workspace.remember(decision("api depends_on auth"), decision("api depends_on redis", valid_from="2024"))
    answer = await workspace.entity("api")
    assert {r.at: r.assumed for r in answer.records}["2024"] is False
    assert {x.entity.name: x.evidence[0].assumed for x in answer.relations} == {"auth": True, "redis": False}


async def test_what_has_not_begun_is_not_shown(workspace: Workspace) -> None:
    """A record that begins later than the instant asked is not in the view; it is once that instant is asked."""
    await workspace.remember(decision("api depends_on auth"), decision("api depends_on redis", valid_from="2998"))
    assert [r.title for r in (await workspace.entity("api")).records] == ["api depends_on auth"]
    assert len((await workspace.entity("api", valid_at="2999")).records) == 2


async def test_problems_and_kinds_are_told(workspace: Workspace) -> None:
    """Each record tells its kind, its session and the words that matter most in it."""
    session = Workspace(workspace._store, workspace.name, "ben", "night shift")
    await session.remember(
        found("leak", "pool related_to leak", description="grows"), solved("patch solves leak", solution="close it")
    )
    answer = await workspace.entity("leak")
    assert [(r.kind, r.description, r.author, r.session) for r in answer.records] == [
        ("problem_solved", "close it", "ben", "night shift"), ("problem_found", "grows", "ben", "night shift"),
    ]  # fmt: skip


async def test_unknown_names_and_bad_arguments(workspace: Workspace) -> None:
    """An unknown name is not found with the nearest; a foreign cursor and a limit out of range are refused."""
    await workspace.remember(decision("api depends_on auth"), decision("api depends_on auth"))
    with pytest.raises(NameNotFound) as caught:
        await workspace.entity("auht")
    assert "auth" in caught.value.nearest
    cursor = (await workspace.entity("api", limit=1)).cursor
    with pytest.raises(InvalidArgument):
        await workspace.entity("auth", cursor=cursor)
    with pytest.raises(InvalidArgument):
        await workspace.entity("api", limit=201)


async def test_a_hub_is_bounded(workspace: Workspace) -> None:
    """A hub shows 200 links by name, the same part each time, and at most 20 pieces of evidence a link, with the count."""
    records = [decision(*(f"c{i:03} depends_on hub" for i in range(start, start + 40))) for start in range(0, 240, 40)]
    await workspace.remember(*records, *(decision("c000 depends_on hub") for _ in range(24)))
    answer = await workspace.entity("hub")
    assert (len(answer.relations), answer.relations_truncated) == (200, True)
    first: Link = answer.relations[0]
    assert (first.entity.name, first.evidence_total, len(first.evidence)) == ("c000", 25, 20)
    assert (await workspace.entity("hub")).relations == answer.relations
