"""Search: what is found by words, by meaning and by the walk; filters, both clocks, ends, pages, and any text as a question."""

from __future__ import annotations

import secrets
from typing import Any

import pytest

from graphmem import sync
from graphmem.embed import onnx
from graphmem.embed.reranker import reranker
from graphmem.errors import EmbedderError, InvalidArgument, NotFound, WorkspaceNotFound
from graphmem.memory import Memory
from graphmem.model.answers.search import Search
from graphmem.model.asking import MAX_WORDS
from graphmem.model.records import Record
from graphmem.read import search as searching
from graphmem.read import search_lists
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import change, decision, found

WORDS = {"weights": {"vector": 0}, "walk": False}
MEANING = {"weights": {"text": 0}, "walk": False}


def titles(answer: Search) -> list[str]:
    return [hit.title for hit in answer.hits]


def note(title: str, link: str = "api depends_on auth", **more: Any) -> Record:
    """A record that says `title`, about two things named elsewhere too."""
    return decision(link, title=title, decision=title, **more)


# -- what is found


async def test_words_meaning_and_parts(workspace: Workspace) -> None:
    """By its words, by words of the same meaning, and by the parts of the names it uses; what was just written is found."""
    await workspace.remember(
        change("SessionPersister depends_on carry_over", change="SessionPersister writes memory_system/persister.rs in one go"),
        note("The car is parked in the garage", "fleet depends_on garage"),
    )
    kinds = ["decision", "code_change"]
    for asked in ("session persister", "SessionPersister", "persister.rs", "memory system"):
        assert titles(await workspace.search(asked, kinds=kinds, **WORDS))[0].startswith("SessionPersister"), asked
    assert titles(await workspace.search("automobile vehicle", kinds=kinds, **MEANING))[0] == "The car is parked in the garage"
    both = await workspace.search("parked car", kinds=kinds)
    assert both.hits[0].ranks.text == both.hits[0].ranks.vector == 1
    entities = await workspace.search("carry over", kinds=["entity"])
    assert (entities.hits[0].title, entities.hits[0].kind, entities.hits[0].type) == ("carry_over", "entity", "code_component")


async def test_own_writes_are_found_at_once(workspace: Workspace) -> None:
    """A record is found by words and by meaning in the call after the one that stored it."""
    for n, title in enumerate(("The lighthouse keeper resigned", "A comet passed the harbour")):
        await workspace.remember(note(title, request_id=f"r{n}"))
        for way in (WORDS, MEANING):
            assert titles(await workspace.search(title, kinds=["decision"], **way))[0] == title


async def test_each_filter_is_applied_before_the_limit(workspace: Workspace, memory: Memory) -> None:
    """Kind, session, author, period and what holds each change which one hit a limit of one leaves."""
    bo = await memory.workspace(workspace.name, author="bo", session="review")
    first = await workspace.remember(note("cache eviction policy", valid_from="2026-01-05"))
    await workspace.remember(found("cache eviction fails", "api caused_by auth", valid_from="2026-02-05"))
    await bo.remember(change("api depends_on auth", change="cache eviction rewritten", valid_from="2026-03-05"))
    await workspace.forget(first.records[0].id, reason="it was replaced")
    expected: list[tuple[dict[str, Any], str]] = [
        ({"kinds": ["problem_found"]}, "cache eviction fails"),
        ({"session": "review"}, "cache eviction rewritten"),
        ({"author": "bo"}, "cache eviction rewritten"),
        ({"start": "2026-01", "end": "2026-01"}, "cache eviction policy"),
        ({"start": "2026-02", "end": "2026-02-05"}, "cache eviction fails"),
        ({"start": "2026-03-01"}, "cache eviction rewritten"),
        ({"current": False}, "cache eviction policy"),
        ({"current": True, "author": "ana", "kinds": ["decision", "problem_found"]}, "cache eviction fails"),
    ]
    for given, title in expected:
        for way in (WORDS, MEANING, {}):
            answer = await workspace.search("cache eviction policy rewritten fails", limit=1, **{**way, **given})
            assert titles(answer) == [title], (given, way)
    with pytest.raises(NotFound):
        await workspace.search("cache", session="another")


async def test_names_are_cleaned_as_they_were_when_stored(workspace: Workspace, memory: Memory) -> None:
    """Search and the list of records narrow down by the same author and session, with blanks around them too."""
    ben = await memory.workspace(workspace.name, author="ben ", session=" review")
    await ben.remember(note("caches are warmed"))
    for narrowed in ({"author": "ben "}, {"session": " review"}):
        assert titles(await workspace.search("caches", **narrowed)) == ["caches are warmed"]
        assert [r.title for r in (await workspace.records(**narrowed)).records] == ["caches are warmed"]


async def test_weights_and_explain(workspace: Workspace) -> None:
    """A weight of 0 leaves a list out, the answer says how each was made, and `explain` shows the walk's way to every hit."""
    await workspace.remember(note("alpha beta"), note("gamma delta", "auth depends_on vault"))
    answer = await workspace.search("alpha", weights={"text": 2, "vector": 0, "walk": 0})
    assert (answer.ran.vector, answer.ran.walk, answer.weights["text"]) == ("off", "off", 2)
    assert all(hit.ranks.vector is None and hit.ranks.walk is None and not hit.path for hit in answer.hits)
    told = await workspace.search("alpha", explain=True, kinds=["decision"])
    assert told.ran.vector == "exact"
    assert all(hit.path for hit in told.hits if hit.ranks.walk)
    for wrong in ({"words": 1}, {"text": -1}, {"text": float("nan")}):
        with pytest.raises(InvalidArgument, match="weights"):
            await workspace.search("alpha", weights=wrong)
    for name, wrong in (("kinds", ["poem"]), ("kinds", []), ("limit", 0), ("cursor", "x"), ("start", "soon")):
        with pytest.raises(InvalidArgument, match=name):
            await workspace.search("alpha", **{name: wrong})


async def test_words_weigh_less_where_links_lead(workspace: Workspace) -> None:
    """A question in prose over stated relations weighs the text less; one that spells a name, and one of texts alone, do not."""
    await workspace.remember(note("The gateway depends on the session store", "gateway depends_on session store"))
    for text, weight in (
        ("what makes the gateway slow", 0.25), ("why is carry_over slow today", 1), ('where is "the gateway" told of', 1), ("gateway", 1)
    ):  # fmt: skip
        answer = await workspace.search(text, kinds=["decision"])
        assert (answer.ran.walk.split(",")[0], answer.weights["text"]) == ("by links", weight), text
    given = await workspace.search("what makes the gateway slow", weights={"text": 3})
    assert given.weights["text"] == 3
    alone = await workspace.search("what makes the gateway slow", walk=False)
    assert alone.weights == {"text": 1, "vector": 1, "walk": 0}


async def test_a_cross_encoder_orders_the_best_anew(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `rerank` what answers comes before what merely shares words, an ended hit still behind; without the extra it says so."""
    texts = (
        "Cache, cache and cache again: a poem about the cache",
        "Entries are evicted when memory runs out",
        "Tea is served at four",
    )
    receipt = await workspace.remember(*(note(text) for text in texts))
    plain = await workspace.search("why do cache entries disappear")
    assert (plain.ran.rerank, {hit.ranks.rerank for hit in plain.hits}) == ("off", {None})
    given: dict[str, Any] = {"kinds": ["decision"], "rerank": True}
    found = await workspace.search("why do cache entries disappear", **given)
    assert found.ran.rerank == "cross-encoder over 3"
    assert (titles(found)[0], found.hits[0].ranks.rerank) == (texts[1], 1)
    pages = [await workspace.search("why do cache entries disappear", limit=1, **given)]
    while pages[-1].cursor:
        pages.append(await workspace.search("why do cache entries disappear", limit=1, cursor=pages[-1].cursor, **given))
    assert [t for page in pages for t in titles(page)] == titles(found)
    await workspace.forget(receipt.records[1].id, reason="it was wrong")
    assert titles(await workspace.search("why do cache entries disappear", **given))[0] != texts[1]
    monkeypatch.setattr(onnx, "find_spec", lambda _: None)
    reranker.cache_clear()
    with pytest.raises(EmbedderError, match=r"graphmem\[bge\]"):
        await workspace.search("why do cache entries disappear", **given)


# -- the walk

NOISE = ("tide tables", "lunch menu", "paint colours", "train times", "song lyrics", "garden tools", "chess openings", "knitting")


async def test_the_walk_reaches_across_sessions(workspace: Workspace, memory: Memory) -> None:
    """What shares neither words nor meaning with the question, but an entity with a hit, is found by the walk alone."""
    other = await memory.workspace(workspace.name, session="procurement")
    for n, noise in enumerate(NOISE):
        await workspace.remember(note(f"engine of {noise}", f"n{n} related_to m{n}"))
    await workspace.remember(note("Falcon engine vibration at high thrust", "Falcon depends_on valve seven"))
    hidden = await other.remember(note("Supplier switched to a cheaper alloy", "supplier related_to valve seven"))
    given: dict[str, Any] = {"limit": len(NOISE) + 1, "kinds": ["decision"]}
    without = await workspace.search("Falcon engine vibration", walk=False, **given)
    with_ = await workspace.search("Falcon engine vibration", **given)
    assert hidden.records[0].id not in [hit.id for hit in without.hits]
    reached = next(hit for hit in with_.hits if hit.id == hidden.records[0].id)
    assert (reached.ranks.text, reached.session) == (None, "procurement")
    way = await workspace.search("Falcon engine vibration", **{**given, "limit": 50, "weights": {"vector": 0}})
    path = next(hit.path for hit in way.hits if hit.id == hidden.records[0].id)
    assert [point.name for point in path][-2:] == ["valve seven", "Supplier switched to a cheaper alloy"]


async def test_trv_10_hubs_and_structure_top_nothing(workspace: Workspace) -> None:
    """What is reached through an entity that everything names stays behind what the question is about."""
    for n, noise in enumerate(NOISE):
        await workspace.remember(note(f"all about {noise}", f"User related_to thing {n}"))
    await workspace.remember(
        note("Falcon engine vibration", "User related_to Falcon"), note("Falcon nozzle cracked", "Falcon depends_on User")
    )
    answer = await workspace.search("Falcon engine vibration", limit=50)
    assert set(titles(answer)[:3]) >= {"Falcon engine vibration", "Falcon nozzle cracked"}
    assert {hit.kind for hit in answer.hits} <= {"decision", "entity"}


# -- ends and clocks


async def test_src_08_the_current_record_is_found_by_the_words_of_the_replaced_one(workspace: Workspace) -> None:
    """Its successor is among the hits and above it, says which it replaces; before the change the old one is current."""
    old = await workspace.remember(note("We picked RabbitMQ for events", "events depends_on RabbitMQ"))
    new = await workspace.remember(note("The bus is Kafka", "bus depends_on Kafka", supersedes=[old.records[0].id]))
    before = (await workspace.record(old.records[0].id)).record.recorded_at
    for way in (WORDS, {}):
        answer = await workspace.search("RabbitMQ events", kinds=["decision"], **way)
        assert titles(answer) == ["The bus is Kafka", "We picked RabbitMQ for events"]
        current, ended = answer.hits
        assert (current.holds, current.replaces) == (True, (old.records[0].id,))
        assert (ended.holds, ended.end_reason, bool(ended.valid_to)) == (False, "superseded", True)
        assert ended.score <= current.score / 2
    then = await workspace.search("RabbitMQ events", kinds=["decision"], as_of=before)
    assert [(hit.title, hit.holds, hit.valid_to) for hit in then.hits] == [("We picked RabbitMQ for events", True, None)]
    assert (await workspace.search("RabbitMQ", kinds=["decision"], current=False)).hits[0].id == old.records[0].id
    assert new.records[0].id != old.records[0].id


async def test_valid_time(workspace: Workspace) -> None:
    """What had not begun at `valid_at` is not found; what ended since is found as current then."""
    await workspace.remember(note("winter tyres", valid_from="2025-11-01", valid_to="2026-04-01"))
    await workspace.remember(note("summer tyres", valid_from="2026-04-01"))
    then = await workspace.search("tyres", kinds=["decision"], valid_at="2026-01-15")
    assert [(hit.title, hit.holds) for hit in then.hits] == [("winter tyres", True)]
    now = await workspace.search("tyres", kinds=["decision"])
    assert [(hit.title, hit.holds, hit.valid_to) for hit in now.hits] == [
        ("summer tyres", True, None),
        ("winter tyres", False, "2026-04-01"),
    ]


# -- any text is a question


async def test_src_01_signs_are_no_syntax(workspace: Workspace) -> None:
    """Every text is answered as plain words: no error, no NOT, no wildcard, no choice of a field."""
    await workspace.remember(note("tb-foo is the test branch", "secret depends_on auth"), note("nothing else"))
    for text in (
        "foo:bar AND (", "/b testing", "C++", '"unclosed', "*", "?", "~x", "a^", "[1 TO", "&&", "||", "\\", "NOT", "NOT tb", "+-!",
        "name:secret", "lexical:tb", "scope:w1", "\x00", "{}", "tb AND OR", "😀",
    ):  # fmt: skip
        await workspace.search(text, kinds=["decision"])
    assert titles(await workspace.search("tb-", kinds=["decision"], **WORDS)) == ["tb-foo is the test branch"]
    for nothing in ("*", "?", "(", "NOT", "scope:", "&&"):
        answer = await workspace.search(nothing, **WORDS)
        assert (answer.hits, answer.ran.text) == ((), "no words to look for") or nothing == "scope:", nothing
    assert titles(await workspace.search("title:branch", kinds=["decision"], **WORDS)) == ["tb-foo is the test branch"]


async def test_src_02_a_long_question_is_shortened(workspace: Workspace) -> None:
    """A paragraph is asked by its strongest words, one endless word by its beginning, and the answer says so."""
    await workspace.remember(note("zanzibar and the marmalade"))
    long = " ".join(f"word{n}" for n in range(5_000)) + " zanzibar" * 3
    answer = await workspace.search("zanzibar zanzibar " + long, kinds=["decision"], **WORDS)
    assert (titles(answer), answer.shortened, len(answer.words)) == (["zanzibar and the marmalade"], True, MAX_WORDS)
    assert (await workspace.search("x" * 20_000)).shortened
    assert not (await workspace.search("a short one")).shortened


async def test_src_03_blank_is_refused(workspace: Workspace) -> None:
    """Blank and no text are a named error; a lone sign is a question without words."""
    for blank in ("", "   ", "\n", None):
        with pytest.raises(InvalidArgument, match="text"):
            await workspace.search(blank)  # type: ignore[arg-type]
    assert (await workspace.search("(", **WORDS)).hits == ()
    assert (await workspace.search("what is the", **WORDS)).hits == ()


async def test_src_04_every_script_is_found_by_words(workspace: Workspace) -> None:
    """Words of scripts without blanks, of other alphabets and with accents find their record without any vector."""
    texts = ("今日は成語しりとりをした", "배포 점검은 금요일", "Ротация паролей ежеквартально", "Le café est servi")
    await workspace.remember(*(note(text, valid_from=f"2026-01-0{n}") for n, text in enumerate(texts, 1)))
    for asked, text in (("しりとり", 0), ("점검", 1), ("паролей", 2), ("cafe", 3), ("café", 3)):
        assert titles(await workspace.search(asked, kinds=["decision"], **WORDS)) == [texts[text]], asked


# -- one workspace, honest answers, pages


async def test_src_05_no_list_leaves_the_workspace(make_workspace: MakeWorkspace) -> None:
    """Twin workspaces: through every list, alone and together, nothing of the other one is found or named."""
    ours, theirs = await make_workspace(), await make_workspace()
    for workspace, own in ((ours, "quokka"), (theirs, "numbat")):
        await workspace.remember(
            note(f"shared words and {own}", f"api depends_on {own}"), note(f"the {own} is mentioned", f"{own} depends_on auth")
        )
    ways = (WORDS, MEANING, {"weights": {"text": 0, "vector": 0}}, {}, {"explain": True})
    for asked in ("shared words", "numbat", "the numbat is mentioned"):
        for way in ways:
            answer = await ours.search(asked, limit=50, **way)
            told = answer.model_copy(update={"words": ()}).model_dump_json()
            assert "numbat" not in told, (asked, way)
    alone = await theirs.search("numbat")
    assert alone.hits
    nowhere = Workspace(ours._store, f"none-{secrets.token_hex(4)}", "ana")
    with pytest.raises(WorkspaceNotFound):
        await nowhere.search("shared words")


async def test_src_12_nothing_stored_is_said(workspace: Workspace) -> None:
    """An empty workspace gives no evidence and says so, whatever is asked; one that holds something else says that."""
    nothing = "Nothing is stored in this workspace yet."
    for text in ("what do we know about the cache?", "*", "it"):
        answer = await workspace.search(text)
        assert (answer.hits, answer.cursor, answer.note) == ((), None, nothing)
        around = await workspace.subgraph(text)
        assert (around.nodes, around.note) == ((), nothing)
        told = await workspace.context(text)
        assert (told.text, told.sections, told.note) == ("", (), nothing)
        recalled = await workspace.recall(text)
        assert (recalled.text, recalled.tasks, recalled.note) == ("", (), nothing)
    await workspace.remember(decision("api depends_on redis"))
    assert (await workspace.context("redis")).note is None
    assert (await workspace.recall("redis")).note == "No earlier work is like it."


@pytest.fixture(scope="module")
async def crowded(memory: Memory) -> Workspace:
    """Four hundred old records that say the same, and three of last week that say it less."""
    workspace = await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana")
    await workspace.remember(*(note(f"deploy failed on host h{n}", valid_from="2025-01-01") for n in range(400)))
    await workspace.remember(*(note(f"one more deploy, number {n}", valid_from="2026-11-20") for n in range(3)))
    return workspace


async def test_src_06_a_filter_is_no_filter_of_the_best(crowded: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of hundreds that match better none hides the three of last week: by the exact way and by the index, in every list."""
    for small in (1_500, 0):
        monkeypatch.setattr(search_lists, "EXACT", small)
        for way in (WORDS, MEANING, {}):
            answer = await crowded.search("deploy failed on host", limit=5, start="2026-11-19", kinds=["decision"], **way)
            assert sorted(titles(answer)) == [f"one more deploy, number {n}" for n in range(3)], (small, way)
    assert "index" in answer.ran.vector


async def test_src_06_the_walk_looks_on(workspace: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the filters take of the first that the walk comes by is made up for by what lies further."""
    monkeypatch.setattr(searching, "DEPTH", 1)
    near, far = "Falcon depends_on Rust", "Zinc depends_on Brass"
    await workspace.remember(
        note("lockfile drift", near, valid_from="2026-11-20"),
        *(note(f"before {n}", near, valid_from="2025-01-01") for n in range(8)),
        change("Rust depends_on Zinc", valid_from="2025-01-01"),
        note("nothing of the sort", far, valid_from="2026-11-20"),
    )
    answer = await workspace.search("lockfile drift", limit=2, start="2026-11-19", kinds=["decision"], weights={"vector": 0})
    assert titles(answer) == ["lockfile drift", "nothing of the sort"]
    assert answer.hits[1].ranks.text is None


async def test_src_06_a_short_reach_is_widened(crowded: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the index gave too little that passes, it is asked for more, then everything is compared; the answer says so."""
    monkeypatch.setattr(search_lists, "EXACT", 0)
    monkeypatch.setattr(search_lists, "REACH", 50)
    answer = await crowded.search("deploy failed on host", limit=5, start="2026-11-19", kinds=["decision"], walk=False)
    assert sorted(titles(answer)) == [f"one more deploy, number {n}" for n in range(3)]
    assert (answer.ran.text, answer.ran.vector) == ("index, every match", "index, then exact")


async def test_src_13_pages(crowded: Workspace) -> None:
    """Page after page no hit comes twice, each page is read at the instants of the first, and the order is that of the scores."""
    seen: list[str] = []
    scores: list[float] = []
    cursor, clocks = None, None
    for n in range(2):
        page = await crowded.search("deploy host", limit=100, kinds=["decision"], cursor=cursor, **WORDS)
        seen += [hit.id for hit in page.hits]
        scores += [hit.score for hit in page.hits]
        assert clocks in (None, (page.as_of, page.valid_at))
        cursor, clocks = page.cursor, (page.as_of, page.valid_at)
        await crowded.remember(note(f"unrelated words {n}", request_id=secrets.token_hex(4)))
    assert len(seen) == len(set(seen)) == 200
    assert scores == sorted(scores, reverse=True)
    for other in ({"kinds": ["question"]}, {"author": "bo"}, {}):
        with pytest.raises(InvalidArgument, match="cursor"):
            await crowded.search("deploy host", cursor=page.cursor or cursor or "x", **other)


def test_blocking_callers(settings: Settings, crowded: Workspace) -> None:
    """The same hits for callers that block."""
    with sync.Memory.open(settings) as memory:
        assert found_by(memory.workspace(crowded.name).search("deploy", limit=3)) == 3


def found_by(answer: Search) -> int:
    return len(answer.hits)
