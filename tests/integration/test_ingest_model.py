"""Ingest with a language model that misbehaves: what is good lands, what is bad is told, nothing is half written."""

from __future__ import annotations

import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from graphmem import language_model
from graphmem.errors import ModelError
from graphmem.language_model import LONG, LanguageModel
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from tests.integration.test_ingest import vault
from tests.model_server import Behaviour, ModelServer, entity, model_server, relation, reply

RICH = "The api asks the auth service for every call, because tokens are checked there."
GOOD = reply(entities=[entity("api"), entity("auth service")], relations=[relation("api", "auth service")])


Serve = Callable[[Behaviour], ModelServer]


@pytest.fixture
async def served(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Serve]:
    """Starts a model that behaves as told, and makes it the one of the memory."""
    monkeypatch.setattr(language_model, "USUAL_WAIT", 0.01)
    async with AsyncExitStack() as opened:

        def serve(behave: Behaviour) -> ModelServer:
            server = opened.enter_context(model_server(behave))
            model = LanguageModel("tiny", server.url)
            opened.push_async_callback(model.close)
            monkeypatch.setattr(memory.store, "model", model)
            return server

        yield serve


def pages(count: int) -> str:
    """A note of that many chunks of 64 tokens, each with a number of its own."""
    return "\n\n".join(f"# Part {n}\n\nNumber{n} says: {RICH} {'It goes on and on for a while. ' * 5}" for n in range(count))


async def test_what_a_model_says_is_stored_with_its_passage(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """Entities, links, preferences and facts of a passage land with the chunk they come from; a second run asks nothing."""
    wish = {"slot": "indentation", "preference": "tabs", "holder": "Kim", "valid_from": None}
    fact = {"subject": "tokens", "predicate": "are checked in", "object": "the auth service", "valid_from": None}
    server = served(lambda passage, n: GOOD | {"preferences": [wish], "facts": [fact]})
    found = await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True)
    assert (found.state, found.failed, found.counts["tokens"]) == ("done", (), 100)
    assert server.bodies[0]["response_format"]["type"] == "json_schema"
    (dependent,) = (await workspace.impact("auth service")).dependents
    view = await workspace.record(dependent.path[0].record)
    chunk = (await workspace.search(RICH, kinds=["chunk"])).hits[0].id
    assert (view.record.kind, view.content["chunk"]) == ("statement", chunk)
    assert [(p.holder, p.preference) for p in (await workspace.preferences()).preferences] == [("Kim", "tabs")]
    assert [h.title for h in (await workspace.search("where are tokens checked", kinds=["fact"])).hits] == [
        "tokens are checked in the auth service"
    ]
    again = await workspace.ingest(str(tmp_path / "v"), extract=True)
    assert (again.counts["unchanged"], len(server.asked)) == (1, 1)


async def test_ing_07_failures_are_told_apart(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """All passages failed, one failed, or nothing found: three states, the text kept; the failed passage alone is asked again."""
    down = True

    def behave(passage: str, n: int) -> Any:
        broken = down if "Number3" not in passage else down or n < 9
        return (400, {}, {"error": {"message": "no"}}) if broken else reply() if "Number0" in passage else GOOD

    server = served(behave)
    folder = vault(tmp_path / "v", A=pages(5))
    first = await workspace.ingest(str(folder), extract=True, chunk_tokens=96, overlap=0)
    assert [f.code for f in first.failed] == ["MODEL_FAILED"]
    (document,) = (await workspace.documents(state="failed")).documents
    assert document.reason
    assert (await workspace.search("Number3", kinds=["chunk"])).hits
    down = False
    second = await workspace.ingest(str(folder), extract=True, chunk_tokens=96, overlap=0)
    (document,) = (await workspace.documents(state="partial")).documents
    assert "MODEL_FAILED: passage" in str(document.reason)
    assert len(second.failed) == 1
    before = server.calls("Number1")
    server.behave = lambda passage, n: GOOD
    third = await workspace.ingest(str(folder), extract=True, chunk_tokens=96, overlap=0)
    assert (third.failed, server.calls("Number1")) == ((), before)
    assert [d.state for d in (await workspace.documents()).documents] == ["done"]
    assert len((await workspace.impact("auth service")).dependents[0].evidence) == 4  # the first one states nothing


async def test_nothing_found_is_no_failure(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A document in which the model finds nothing is done, with a note that says so; a tiny passage is not even asked about."""
    server = served(lambda passage, n: reply())
    await workspace.ingest(str(vault(tmp_path / "v", A=RICH, B="Hi!", C="... --- ...")), extract=True)
    found = {d.path: (d.state, d.notes) for d in (await workspace.documents()).documents}
    assert found["A.md"] == ("done", ("the model found nothing in it",))
    assert len(server.asked) == 1
    assert {e.entity.name for e in (await workspace.entities()).entities} == {"A", "B", "C"}


@pytest.mark.parametrize(
    "bad",
    ["I cannot answer that.", '```json\n{"entities": [', json.dumps(GOOD) * 2, "[]", {"$defs": {}, "properties": {}}],
    ids=["prose", "cut", "two", "list", "schema"],
)
async def test_ing_01_a_bad_reply_is_asked_again(workspace: Workspace, tmp_path: Path, served: Serve, bad: Any) -> None:
    """A reply that is none is asked for again; one that never comes is a failed passage, and nothing of it is stored."""
    server = served(lambda passage, n: bad if n == 1 or "never" in passage else GOOD)
    folder = vault(tmp_path / "v", A=RICH, B=f"{RICH} But never tell anyone of the zeppelin.")
    found = await workspace.ingest(str(folder), extract=True)
    assert [(f.document, f.code) for f in found.failed] == [("v/B.md", "MODEL_FAILED")]
    assert server.calls("never") == 3
    assert len((await workspace.impact("auth service")).dependents) == 1
    assert len((await workspace.impact("auth service")).dependents[0].evidence) == 1


async def test_ing_05_orders_of_a_model_change_nothing(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A model that asks to delete, merge or end what there is, with ids that exist, is told so in the notes; its statements land."""
    await workspace.ingest(str(vault(tmp_path / "w", Old="(x:object) -[depends_on]-> (y:object)")))
    record = (await workspace.records()).records[0].record
    orders = {"delete": [record], "merge": [{"from": "x", "to": "y"}], "update": [{"id": record}]}
    served(lambda passage, n: GOOD | orders)
    found = await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True)
    assert len([n for n in found.notes if "NOT_A_STATEMENT" in n.message]) == 3
    assert len((await workspace.impact("y")).dependents) == 1
    assert (await workspace.record(record)).record.holds
    assert len((await workspace.impact("auth service")).dependents) == 1


async def test_ing_08_limits_are_waited_for(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """After a 429 that asks for a second nobody asks before; a 503 is tried again; the work is not lost."""
    times: list[float] = []

    def behave(passage: str, n: int) -> Any:
        times.append(time.monotonic())
        return [(429, {"Retry-After": "1"}, {}), (503, {}, {}), GOOD][min(len(times), 3) - 1]

    served(behave)
    found = await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True)
    assert (found.failed, len(times)) == ((), 3)
    assert times[1] - times[0] >= 1.0


async def test_ing_08_a_call_that_never_answers(memory: Memory, served: Serve) -> None:
    """A call has a time of its own, its tries are counted, and a wait that the server asks for is never longer than is allowed."""
    server = served(lambda passage, n: time.sleep(0.4) or GOOD)
    messages = [{"role": "system", "content": "x"}, {"role": "user", "content": json.dumps({"passage": "p"})}]
    assert memory.store.model
    with pytest.raises(ModelError, match="no answer in time"):
        await memory.store.model.ask(messages, replace(LONG, answer=0.05))
    server.behave = lambda passage, n: (429, {"Retry-After": "900"}, {})
    with pytest.raises(ModelError, match="longer than one question may take"):
        await memory.store.model.ask(messages, replace(LONG, total=5))


async def test_the_cap_on_tokens(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """When the tokens are spent nothing more is asked; what is done stays, and the next run goes on."""
    server = served(lambda passage, n: GOOD)
    folder = vault(tmp_path / "v", **{f"N{n}": f"{RICH} Number {n}." for n in range(3)})
    found = await workspace.ingest(str(folder), extract=True, max_tokens=200)
    assert (len(server.asked), len(found.failed), found.counts["tokens"]) == (2, 1, 200)
    await workspace.ingest(str(folder), extract=True)
    assert len(server.asked) == 3


async def test_without_a_model_extraction_is_refused(workspace: Workspace, tmp_path: Path) -> None:
    """To extract needs a model; the error names the setting, and nothing is read."""
    assert workspace._store.model is None
    with pytest.raises(ModelError, match="GRAPHMEM_MODEL"):
        await workspace.ingest(str(vault(tmp_path / "v", A=RICH)), extract=True)
    assert (await workspace.documents()).documents == ()


async def test_sec_06_no_secret_reaches_the_model(workspace: Workspace, tmp_path: Path, served: Serve) -> None:
    """A secret in the title that front matter gives, in a first heading, in the first line of a text, whole or broken over two lines."""
    server = served(lambda passage, n: GOOD)
    tokens = ["ghp_" + c + "1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8" for c in "abcd"]
    front, head, line, broken = tokens
    folder = vault(tmp_path / "v", Front=f"---\ntitle: Access {front}\n---\n{RICH}", Head=f"# Key {head}\n\n{RICH} Again.")
    (folder / "line.txt").write_text(f"Token {line}\n\n{RICH} A third time.")
    (folder / "broken.txt").write_text(f"Token {broken[:30]}\\\n{broken[30:]}\n\n{RICH} A fourth time.")
    found = await workspace.ingest(str(folder), extract=True)
    assert (found.failed, len(server.bodies)) == ((), 4)
    asked = json.dumps(server.bodies)
    assert [t for t in (*tokens, broken[:30], broken[30:]) if t in asked] == []
    titles = {d.path: d.title for d in (await workspace.documents()).documents}
    assert "[secret:" in str(titles["Front.md"])
    assert titles["broken.txt"] == "broken"
    assert found.counts["masked"] >= 7  # of three both the title and the text
