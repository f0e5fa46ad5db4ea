"""Plain texts: pieces of a document and messages of a conversation, kept without being turned into records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from graphmem import Chunk, Message, Refused, Settings, Workspace
from graphmem.cli import main
from graphmem.errors import NotFound, RequestReused
from tests.conftest import MakeWorkspace
from tests.dumping import run
from tests.integration.test_indexing import with_embedder

TALK = [
    Message(speaker="ana", text="The cache loses sessions", at="2026-03-01T10:00:00Z", part="1", ref="D1:1"),
    Message(speaker="ben", text="Since the upgrade?", at="2026-03-01T10:01:00Z", part="1", ref="D1:2"),
    Message(speaker="ana", text="A photo of it", at="2026-03-02", part="2", captions=("a zeppelin",), ref="D2:1"),
]


async def messages(workspace: Workspace) -> list[dict[str, Any]]:
    """The stored messages of a workspace in their order, with their terms."""
    rows = await run(
        workspace._store,
        "MATCH (m:Message {workspace: $w})-[:OF]->(c:Conversation) WHERE m.conversation = c.id AND m.position >= 0 "
        "RETURN m {.*, in: c.name, terms: [(m)-[:HAS_TERM]->(t) | t.stem]} AS m ORDER BY m.position",
        w=workspace.name,
    )
    return [row["m"] for row in rows]


async def test_messages_are_kept_as_they_are(workspace: Workspace) -> None:
    """Each has its time, place, speaker, words, vector and terms; the one before it in the same part counts among its words."""
    receipt = await workspace.add_messages("standup", *TALK)
    assert receipt.counts == {"messages": 3, "known": 0}
    assert [(line.ref, line.created) for line in receipt.texts] == [("D1:1", True), ("D1:2", True), ("D2:1", True)]
    first, second, third = await messages(workspace)
    assert [m["position"] for m in (first, second, third)] == [0, 1, 2]
    assert (first["speaker"], first["precision"], third["precision"], first["assumed"]) == ("ana", "instant", "day", False)
    assert first["valid_from"].isoformat() == "2026-03-01T10:00:00+00:00"
    assert {len(m["vector_a"]) for m in (first, second, third)} == {256}
    assert "loses sessions" in second["lexical"]
    assert "Since" not in third["lexical"], "another part of the conversation begins"
    assert "01 March 2026" in first["lexical"]
    assert {"ana", "photo", "zeppelin"} == set(third["terms"])
    assert (await found_texts(workspace, "zeppelin"), await found_texts(workspace, "upgrade")) == (["D2:1"], ["D1:2"])


async def found_texts(workspace: Workspace, query: str) -> list[str]:
    from graphmem.store.fulltext import scope

    rows = await run(
        workspace._store,
        "CALL db.index.fulltext.queryNodes('searchable', $query) YIELD node WHERE node.ref IS NOT NULL RETURN node.ref AS ref",
        query=f"+scope:{scope(workspace.name)} +lexical:({query})",
    )
    return sorted(row["ref"] for row in rows)


async def test_the_same_text_is_stored_once(workspace: Workspace) -> None:
    """What was given before is known; what follows goes on from there; the same words said twice in one call are two."""
    await workspace.add_messages("standup", *TALK)
    more = Message(speaker="ben", text="I see", part="2")
    again = await workspace.add_messages("standup", *TALK, more, more)
    assert again.counts == {"messages": 2, "known": 3}
    assert [line.created for line in again.texts] == [False] * 3 + [True] * 2
    stored = await messages(workspace)
    assert [m["position"] for m in stored] == [0, 1, 2, 3, 4]
    assert "zeppelin" in stored[3]["lexical"], "the last message of before is its neighbour"
    nothing = await workspace.add_messages("standup", *TALK)
    assert nothing.counts == {"messages": 0, "known": 3}


async def test_pieces_of_a_document(workspace: Workspace) -> None:
    """Texts may be given bare or with a heading; each is found by both, and stands by itself."""
    receipt = await workspace.add_texts("guide", "Install it first.", Chunk(text="Then run it.", heading="Quickstart", ref="2"))
    assert receipt.counts == {"chunks": 2, "known": 0}
    assert await found_texts(workspace, "quickstart") == ["2"]
    assert await found_texts(workspace, "install") == []


async def test_many_messages_in_batches(workspace: Workspace) -> None:
    """A long conversation lands in transactions of five hundred; progress is told, and each call of it is idempotent."""
    many = [Message(speaker="ana", text=f"point {n} of the list", ref=str(n)) for n in range(1_100)]
    told: list[int] = []
    receipt = await workspace.add_messages("long", *many, report=lambda what, done, total: told.append(done))
    assert told == [500, 1_000, 1_100]
    assert receipt.counts == {"messages": 1_100, "known": 0}
    assert len({line.id for line in receipt.texts}) == 1_100


async def test_a_request_comes_again(workspace: Workspace) -> None:
    """The same request gets its first receipt; with other texts it is refused."""
    first = await workspace.add_messages("standup", *TALK, request_id="r-1")
    again = await workspace.add_messages("standup", *TALK, request_id="r-1")
    assert again.replayed
    assert again.texts == first.texts
    with pytest.raises(RequestReused):
        await workspace.add_messages("standup", *TALK[:1], request_id="r-1")


async def test_a_rehearsal_stores_nothing(workspace: Workspace) -> None:
    """A dry run gives the same lines and leaves nothing behind."""
    receipt = await workspace.add_messages("standup", *TALK, dry_run=True)
    assert receipt.dry_run
    assert receipt.counts == {"messages": 3, "known": 0}
    assert await messages(workspace) == []


async def test_what_is_refused(workspace: Workspace) -> None:
    """Each broken rule is named with the path of its field, and nothing is stored."""
    with pytest.raises(Refused) as raised:
        await workspace.add_messages(
            "standup", {"text": " "}, {"text": "x", "at": "soon"}, {"text": "y" * 20_001}, {"text": "z", "speaker": "s" * 201}
        )
    assert [(r.path, r.code) for r in raised.value.refusals] == [
        ("messages[0].text", "EMPTY_FIELD"), ("messages[1].at", "TIME_REFUSED"), ("messages[2].text", "TOO_LONG"),
        ("messages[3].speaker", "TOO_LONG"),
    ]  # fmt: skip
    for texts, code in ([], "NO_TEXT"), (["x"] * 5_001, "TOO_MANY"), ([{"txet": "x"}], "MISSING_FIELD"):
        with pytest.raises(Refused) as raised:
            await workspace.add_texts("guide", *texts)  # type: ignore[arg-type]
        assert raised.value.refusals[0].code == code
    with pytest.raises(Refused, match="EMPTY_FIELD"):
        await workspace.add_texts(" ", "x")
    assert await messages(workspace) == []


async def test_secrets_are_masked(workspace: Workspace) -> None:
    """A secret in a message is masked before anything is keyed, embedded or stored, and the receipt says so."""
    receipt = await workspace.add_messages("standup", "the token is ghp_0123456789abcdefghijABCDEFGHIJ012345")
    assert [(r.path, r.kind) for r in receipt.redactions] == [("messages[0].text", "github-token")]
    assert "ghp_" not in str(await messages(workspace))


async def test_src_10_a_failing_model_costs_no_message(workspace: Workspace) -> None:
    """Messages land without vectors, marked, and the receipt warns once."""
    receipt = await with_embedder(workspace, []).add_messages("standup", *TALK)
    assert [w.code for w in receipt.warnings] == ["NOT_EMBEDDED"]
    assert [m["unembedded"] for m in await messages(workspace)] == [True] * 3


async def test_erasing_a_conversation(workspace: Workspace) -> None:
    """Nothing of it stays: texts, words, terms, the conversation; it is not stored again unless asked."""
    await workspace.add_messages("standup", *TALK, request_id="r-1")
    await workspace.add_messages("other", "unrelated words")
    erased = await workspace.erase(conversation="standup", reason="private")
    assert erased.counts["texts"] == 3
    assert await found_texts(workspace, "zeppelin sessions upgrade") == []
    left = await run(workspace._store, "MATCH (t:Term {workspace: $w}) RETURN collect(t.stem) AS stems", w=workspace.name)
    assert sorted(left[0]["stems"]) == ["unrel", "word"]
    again = await workspace.add_messages("standup", *TALK)
    assert ([w.code for w in again.warnings], again.counts) == (["SKIPPED_ERASED"], {"messages": 0, "known": 0})
    asked = await workspace.add_messages("standup", *TALK, again=True)
    assert asked.counts == {"messages": 3, "known": 0}
    with pytest.raises(NotFound):
        await workspace.erase(conversation="no such", reason="x")


async def test_erasing_what_an_author_stored(make_workspace: MakeWorkspace, workspace: Workspace) -> None:
    """All that an author stored goes, and no message of another repeats it among its words."""
    ben = Workspace(workspace._store, workspace.name, "ben")
    await ben.add_messages("standup", "the zeppelin secret")
    await workspace.add_messages("standup", Message(text="noted", ref="1"))
    assert await found_texts(workspace, "zeppelin") == ["1"]
    await ben.add_texts("guide", "zeppelins for all")
    receipt = await workspace.erase(author="ben", reason="asked to")
    assert receipt.counts["texts"] == 2
    assert (await found_texts(workspace, "zeppelin"), await found_texts(workspace, "noted")) == ([], ["1"])


async def test_from_the_command_line(workspace: Workspace, settings: Settings, tmp_path: Path, monkeypatch: Any) -> None:
    """JSON lines in, a receipt out."""
    import asyncio

    file = tmp_path / "talk.jsonl"
    file.write_text("\n".join(json.dumps({"speaker": "ana", "text": f"line {n}"}) for n in range(3)), encoding="utf-8")
    monkeypatch.setenv("GRAPHMEM_URI", str(settings.uri))
    monkeypatch.setenv("GRAPHMEM_PASSWORD", settings.password.get_secret_value() if settings.password else "")
    for arguments in (["add-messages", "standup", str(file)], ["add-texts", "guide", str(file), "--dry-run"]):
        code = await asyncio.to_thread(main, ["-w", workspace.name, *arguments])
        assert code == (0 if arguments[0] == "add-messages" else 1), "a speaker is no field of a piece of a document"
    assert [m["text"] for m in await messages(workspace)] == ["line 0", "line 1", "line 2"]
