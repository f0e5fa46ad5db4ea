"""Patterns that a user adds for data of customers and partners: masked like secrets, in every text of every way in (design 3.6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphmem.errors import Refused
from graphmem.memory import Memory
from graphmem.model.receipts import Receipt
from graphmem.redact import redact
from graphmem.settings import Settings
from graphmem.sync import Memory as SyncMemory
from graphmem.workspace import Workspace
from tests.acting import texts
from tests.stating import decision

OWN = "# our customers\n\ncustomer = CUST-[0-9]{6}\npartner = (?i)partner (?P<secret>zyx\\w+)\ncustomer = KD[0-9]{8}\n"
NUMBER, SECOND, PARTNER = "CUST-204817", "KD55512345", "zyxoria"


def with_patterns(settings: Settings, folder: Path, content: str = OWN) -> Settings:
    """The settings with a file of these patterns."""
    (folder / "patterns.txt").write_text(content, encoding="utf-8")
    return settings.model_copy(update={"redact": folder / "patterns.txt"})


def masked(receipt: Receipt) -> set[tuple[str, str]]:
    return {(line.path, line.kind) for line in receipt.redactions}


async def test_own_patterns_are_stored_nowhere(workspace: Workspace, settings: Settings, tmp_path: Path) -> None:
    """A record, a description, a message, a document, a task, an author and reasons: no property holds it, receipts tell it."""
    note = tmp_path / "notes" / "visit.md"
    note.parent.mkdir()
    note.write_text(f"# Visit\n\nWe visited {NUMBER} with partner {PARTNER} and spoke of tokens.\n", encoding="utf-8")
    async with Memory.open(with_patterns(settings, tmp_path)) as memory:
        own = await memory.workspace(workspace.name, author=f"clerk {NUMBER}", session=f"call {SECOND}")
        stated = await own.remember(
            decision("api depends_on auth", reason=f"for {NUMBER}", decision=f"Partner {PARTNER} is told {SECOND}")
        )
        described = await own.describe("api", description=f"made for {NUMBER}")
        said = await own.add_messages("calls", {"text": f"{NUMBER} called", "speaker": f"clerk of {SECOND}"})
        kept = await own.add_texts("contract", f"between us and {NUMBER}")
        ingested = await own.ingest(str(note.parent))
        task = await own.record_task(f"answer {NUMBER}", f"wrote to partner {PARTNER}", "success")
        ended = await own.forget(stated.records[0].id, reason=f"{NUMBER} left")
        hits = (await own.search(NUMBER)).hits
    told = {"session": "customer", "author": "customer"}.items()
    assert {*told, ("decision", "customer"), ("decision", "partner"), ("relations[0].reason", "customer")} <= masked(stated)
    assert ("description", "customer") in masked(described)
    assert {kind for _, kind in masked(said)} == {kind for _, kind in masked(kept)} == {"customer"}
    assert ingested.counts["masked"] == 2
    assert {kind for _, kind in masked(task)} == {"customer", "partner"}
    assert ("reason", "customer") in masked(ended)
    assert hits
    whole = "\n".join([*await texts(workspace), *(hit.model_dump_json() for hit in hits)]).casefold()
    assert [secret for secret in (NUMBER, SECOND, PARTNER) if secret.casefold() in whole] == []
    assert "[secret:customer:" in whole
    assert redact(NUMBER) == (NUMBER, ())


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        ("good = x+\nbad = (\n", ["line 2"]),
        ("customer ACME\n\nUpper = x\nempty =\n", ["line 1", "line 3", "line 4"]),
    ],
)
async def test_a_bad_pattern_is_refused_at_the_start(settings: Settings, tmp_path: Path, content: str, lines: list[str]) -> None:
    """Nothing is opened with a pattern that cannot be used; every bad line is named."""
    with pytest.raises(Refused) as refused:
        async with Memory.open(with_patterns(settings, tmp_path, content)):
            pass
    assert [(r.path, r.code) for r in refused.value.refusals] == [(f"GRAPHMEM_REDACT, {n}", "PATTERN_REFUSED") for n in lines]


async def test_a_missing_file_is_refused_at_the_start(settings: Settings, tmp_path: Path) -> None:
    """Without the file nothing would be masked, so nothing is opened."""
    with pytest.raises(Refused, match=r"none\.txt.*PATTERN_REFUSED"):
        await Memory.open(settings.model_copy(update={"redact": tmp_path / "none.txt"})).__aenter__()


def test_the_setting_is_read(monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path) -> None:
    """GRAPHMEM_REDACT names the file; it counts while a memory is open, for the blocking one too, and no longer."""
    with_patterns(settings, tmp_path)
    monkeypatch.setenv("GRAPHMEM_REDACT", str(tmp_path / "patterns.txt"))
    read = Settings(uri=settings.uri, user=settings.user, password=settings.password)
    with SyncMemory.open(read):
        assert [line.kind for line in redact(NUMBER)[1]] == ["customer"]
        with SyncMemory.open(read):
            assert redact(SECOND)[1]
        assert redact(SECOND)[1]
    assert redact(NUMBER) == (NUMBER, ())
