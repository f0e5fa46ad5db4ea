"""Secrets are masked in every field of every act, before anything is keyed or stored (design 3.6)."""

from __future__ import annotations

import hashlib
from itertools import count as counting
from typing import Any

from graphmem.memory import Memory
from graphmem.model.radar_keys import radar_key
from graphmem.model.records import CodeChange, Decision, EntityRef, Relation
from graphmem.workspace import Workspace
from tests.acting import current, texts
from tests.stating import decision, stated

NUMBERS = counting()


class Secrets:
    """Makes tokens, a new one for each field, and remembers which was put where."""

    def __init__(self) -> None:
        self.tokens: dict[str, str] = {}

    def __call__(self, path: str) -> str:
        digits = hashlib.sha256(str(next(NUMBERS)).encode()).hexdigest()[:36]
        self.tokens[path] = "gh" + "p_" + digits
        return self.tokens[path]

    def digests(self) -> set[tuple[str, str]]:
        return {(path, hashlib.sha256(token.encode()).hexdigest()[:8]) for path, token in self.tokens.items()}


async def leaked(workspace: Workspace, secrets: Secrets) -> list[str]:
    """The paths whose token stands in some text of the workspace, in any case of its letters."""
    whole = "\n".join(await texts(workspace)).casefold()
    return [path for path, token in secrets.tokens.items() if token[4:].casefold() in whole]


async def test_every_field_of_a_record(workspace: Workspace, memory: Memory) -> None:
    """Texts, title, names, aliases, descriptions, fields, reasons, files, the request and the session: masked, and told."""
    secret = Secrets()
    session = await memory.workspace(workspace.name, author="ana", session=f"use {secret('session')}")
    name = f"key {secret('entities[0].name')}"
    record = CodeChange(
        change=f"set {secret('change')}",
        title=f"t {secret('title')}",
        text=f"x {secret('text')}",
        on_behalf_of=f"ben {secret('on_behalf_of')}",
        entities=(
            EntityRef(
                name=name,
                type="code_component",
                description=f"d {secret('entities[0].description')}",
                aliases=(f"also {secret('entities[0].aliases[0]')}",),
                fields={"owner": f"o {secret('entities[0].fields.owner')}"},
            ),
            EntityRef(name="api", type="code_component"),
        ),
        relations=(Relation(source="api", target=name, type="depends_on", reason=f"r {secret('relations[0].reason')}"),),
        files=(f"src/{secret('files[0]')}.py",),
        request_id=f"id {secret('request_id')}",
    )
    receipt = await session.remember(record)
    told = [r for r in receipt.redactions if r.path != "relations[0].target"]  # the name of an entity, told there too
    assert {(r.path, r.digest) for r in told} == secret.digests()
    assert await leaked(workspace, secret) == []
    assert (await session.remember(record)).replayed


async def test_a_masked_name_is_one_entity(workspace: Workspace) -> None:
    """Two records that name a thing by the same secret are about one entity, shown under the mask."""
    secret = Secrets()
    link = f"api depends_on key {secret('name')}"
    first, second = await workspace.remember(decision(link)), await workspace.remember(decision(link))
    assert [e.id for e in first.entities] == [e.id for e in second.entities]
    assert "[secret:" in first.entities[1].name
    assert await leaked(workspace, secret) == []


async def test_a_masked_request_names_its_item(workspace: Workspace) -> None:
    """An item of a batch is named by a `request_id` that holds a secret; neither is stored."""
    secret = Secrets()
    id_ = f"id {secret('request_id')}"
    receipt = await workspace.remember(decision("a depends_on b", request_id=id_), decision("a depends_on c", supersedes=(id_,)))
    assert not await current(workspace, receipt.records[0].id)
    assert await leaked(workspace, secret) == []


async def test_every_field_of_every_act(workspace: Workspace) -> None:
    """Reasons, descriptions, fields and request ids of all acts: masked, told in the receipt, and nowhere in the database."""
    record = (
        (await workspace.remember(decision("api depends_on auth", "web depends_on auth", "Lena related_to web"))).records[0].id
    )
    await workspace.remember(decision("Lena related_to web", types={"Lena": "person"}))
    lena = (await workspace.remember(decision("Lena related_to web", types={"Lena": "person"}))).entities[0].id

    undecided = await workspace.remember(Decision(decision="d", **stated(("web related_to docs",))))
    line = radar_key("decision", undecided.records[0].id)
    secret = Secrets()

    def given() -> dict[str, Any]:
        return {"reason": f"for {secret('reason')}", "request_id": f"id {secret('request_id')}"}

    merge = ""
    for step in range(13):
        before = dict(secret.tokens)
        match step:
            case 0:
                receipt = await workspace.describe(
                    lena,
                    description=f"d {secret('description')}",
                    fields={"city": f"c {secret('fields.city')}"},
                    request_id=f"id {secret('request_id')}",
                )
            case 1:
                receipt = await workspace.merge("web", "auth", **given())
                merge = str(receipt.id)
            case 2:
                receipt = await workspace.unmerge(merge, **given())
            case 3:
                receipt = await workspace.mark_different("web", "auth", **given())
            case 4:
                receipt = await workspace.mark_different("web", "auth", undo=True, **given())
            case 5:
                receipt = await workspace.retype("auth", "concept", **given())
            case 6:
                receipt = await workspace.forget(record, **given())
            case 7:
                receipt = await workspace.reinstate(record, **given())
            case 8:
                receipt = await workspace.forget(author="ana", never_held=True, **given())
            case 9:
                receipt = await workspace.dismiss(line, **given())
            case 10:
                receipt = await workspace.undismiss(line, **given())
            case 11:
                receipt = await workspace.erase(record, **given())
            case _:
                receipt = await workspace.erase(author="ana", **given())
        changed = {path for path, token in secret.tokens.items() if before.get(path) != token}
        told = {(path, digest) for path, digest in secret.digests() if path in changed}
        assert {(r.path, r.digest) for r in receipt.redactions} == told, f"step {step}"
        assert await leaked(workspace, secret) == [], f"step {step}"


async def test_a_session_is_forgotten_by_the_name_it_was_given(workspace: Workspace, memory: Memory) -> None:
    """A session whose name was masked is found by the name that its writer knows."""
    secret = Secrets()
    name = f"use {secret('session')}"
    session = await memory.workspace(workspace.name, author="ana", session=name)
    await session.remember(decision("api depends_on auth"))
    receipt = await session.forget(session=name, reason="a test")
    assert receipt.counts["records"] == 1
    assert [r.path for r in receipt.redactions] == ["session"]
    assert await leaked(workspace, secret) == []
