"""Names of authors: masked and cleaned like any other name, on every surface that takes one, and found again as they were given."""

from __future__ import annotations

import hashlib
import io
import json
import secrets

import pytest

from graphmem.errors import InvalidArgument, NotFound, Refused
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.workspace import Workspace
from tests.acting import texts
from tests.dumping import wipe
from tests.stating import decision

REFUSED = {"half a character": "Blue\ud83d", "blank": " \u200b ", "control characters alone": "\x00\x01", "too long": "a" * 513}


def author_with_secret() -> tuple[str, str, str]:
    """A name that holds a token, the token's own digits, and the digest that tells of it."""
    digits = secrets.token_hex(18)
    token = "gh" + "p_" + digits
    return f"ana {token}", digits, hashlib.sha256(token.encode()).hexdigest()[:8]


def told(receipt: Receipt) -> list[tuple[str, str]]:
    return [(r.path, r.digest) for r in receipt.redactions]


async def test_a_secret_in_an_author(workspace: Workspace, memory: Memory) -> None:
    """What an author with a secret says and does is stored under the mask, which every receipt tells; filters find it by the name."""
    given, digits, digest = author_with_secret()
    ana = await memory.workspace(workspace.name, author=given)
    stored = await ana.remember(decision("a depends_on b", request_id="one"))
    assert told(stored) == [("author", digest)]
    assert told(await ana.describe("a", description="it is a")) == [("author", digest)]
    assert (await ana.remember(decision("a depends_on b", request_id="one"))).replayed
    assert [r.record for r in (await workspace.records(author=given)).records] == [stored.records[0].id]
    assert digits not in "\n".join(await texts(workspace))
    forgotten = await workspace.forget(author=given, reason="not ours")
    assert [e.record for e in forgotten.ended if e.record] == [stored.records[0].id]
    assert (await ana.erase(author=given, reason="not ours")).counts["records"] == 1
    assert digits not in "\n".join(await texts(workspace))


async def test_control_characters_in_an_author(workspace: Workspace, memory: Memory) -> None:
    """Control characters are dropped and told, so that an author is one author however the name came in."""
    ana = await memory.workspace(workspace.name, author="a\x1fn\x00a\nruiz")
    receipt = await ana.remember(decision("a depends_on b"))
    assert ana.author == "ana ruiz"
    assert [(w.code, w.path) for w in receipt.warnings] == [("NAME_CLEANED", "author")] * 2
    assert len((await workspace.records(author="ana ruiz")).records) == 1
    assert len((await workspace.records(author="ana\truiz")).records) == 1


@pytest.mark.parametrize("given", REFUSED.values(), ids=REFUSED)
async def test_an_author_that_is_no_name(workspace: Workspace, memory: Memory, given: str) -> None:
    """No handle, no workspace and no import has an author that can be no name; a filter by one finds nobody."""
    new = f"{workspace.name}-none"
    for act in (
        memory.workspace(workspace.name, author=given),
        memory.workspace(new, author=given, create=True),
        memory.import_(io.BytesIO(b""), author=given),
    ):
        with pytest.raises(InvalidArgument) as refused:
            await act
        assert refused.value.path == "author"
    assert new not in [w.id for w in await memory.workspaces()]
    assert (await workspace.records(author=given)).records == ()
    with pytest.raises((NotFound, Refused)):
        await workspace.forget(author=given, reason="nobody")


async def test_authors_of_a_story(workspace: Workspace, memory: Memory) -> None:
    """The authors of a story are masked too, line by line; told again, what has landed is passed over."""
    given, digits, digest = author_with_secret()
    said = decision("a depends_on b").model_dump(mode="json", exclude_defaults=True) | {"kind": "decision"}
    line = {"remember": said, "recorded_at": "2024-05-01T10:00:00Z", "author": given}
    name = f"{workspace.name}-story"
    story = json.dumps(line).encode()
    receipt = await memory.import_(io.BytesIO(story), workspace=name)
    assert told(receipt) == [("line 1.author", digest)]
    told_there = await memory.workspace(name)
    assert digits not in "\n".join(await texts(told_there))
    assert (await memory.import_(io.BytesIO(story), workspace=name)).counts == {"known": 1}


@pytest.mark.parametrize(
    ("key", "value"), [("author", "\x01"), ("author", "a" * 513), ("author", 5), ("session", 5), ("session", ["x"])]
)
async def test_a_story_by_nobody(workspace: Workspace, memory: Memory, key: str, value: object) -> None:
    """A line whose author or session is no name is refused by its number, before anything is told."""
    said = decision("a depends_on b").model_dump(mode="json", exclude_defaults=True) | {"kind": "decision"}
    story = {"remember": said, "recorded_at": "2024-05-01T10:00:00Z", key: value}
    with pytest.raises(Refused) as refused:
        await memory.import_(io.BytesIO(json.dumps(story).encode()), workspace=f"{workspace.name}-nobody")
    assert (refused.value.path, refused.value.code) == (f"line 1.{key}", "MALFORMED_LINE")


async def test_authors_of_an_export(workspace: Workspace, memory: Memory) -> None:
    """A line of an export whose author is no name is refused by its number."""
    await workspace.remember(decision("a depends_on b"))
    out = io.BytesIO()
    await workspace.export(out)
    await wipe(memory.store, workspace.name)
    with pytest.raises(Refused) as refused:
        await memory.import_(io.BytesIO(out.getvalue().replace(b'"author":"ana"', b'"author":" "')))
    assert refused.value.code == "NAME_REFUSED"


async def test_a_session_as_a_filter(workspace: Workspace, memory: Memory) -> None:
    """Records are found by the name of their session as it was given, cleaned and masked as it was when it was stored."""
    given, _, _ = author_with_secret()
    for name in (f" {given}\x00 ", "review\u2028one "):
        session = await memory.workspace(workspace.name, author="ana", session=name)
        stored = await session.remember(decision("a depends_on b"))
        assert [r.record for r in (await workspace.records(session=name)).records] == [stored.records[0].id]
