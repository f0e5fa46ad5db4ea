"""Access: a principal sees what it has a role in, and does what its role and its kind allow, on every surface alike."""

from __future__ import annotations

import inspect
import json
import os
import re
import secrets
import subprocess
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graphmem import sync
from graphmem.access import EVERYWHERE, ROLES, Principal, Role, local_principal
from graphmem.access.local import is_loopback
from graphmem.access.roles import LEAST, PERSON_ONLY
from graphmem.errors import GraphmemError, InvalidArgument, NotFound, TokenRefused, WorkspaceNotFound
from graphmem.memory import Memory
from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.stating import decision

Call = Callable[[Workspace], Awaitable[Any]]
ID = f"rec_{'0' * 16}"
CALLS: dict[str, Call] = {
    "impact": lambda w: w.impact("auth"),
    "subgraph": lambda w: w.subgraph("auth"),
    "deep_search": lambda w: w.deep_search("auth"),
    "conversation": lambda w: w.conversation(),
    "agenda": lambda w: w.agenda(),
    "ask": lambda w: w.ask("how many?", cypher="MATCH (e:Entity) RETURN count(e) AS n"),
    "lineage": lambda w: w.lineage("auth"),
    "entity": lambda w: w.entity("auth"),
    "radar": lambda w: w.radar(),
    "topics": lambda w: w.topics(as_of="2020"),
    "compute_topics": lambda w: w.topics(recompute=True),
    "cards": lambda w: w.cards(),
    "context": lambda w: w.context("change auth"),
    "file": lambda w: w.file("a.py"),
    "timeline": lambda w: w.timeline(),
    "history": lambda w: w.history("auth"),
    "diff": lambda w: w.diff("2020"),
    "record": lambda w: w.record(ID),
    "records": lambda w: w.records(),
    "entities": lambda w: w.entities(),
    "sessions": lambda w: w.sessions(),
    "dismissals": lambda w: w.dismissals(),
    "preferences": lambda w: w.preferences(),
    "cancel_ingest": lambda w: w.cancel_ingest("job_0"),
    "ingests": lambda w: w.ingests(),
    "documents": lambda w: w.documents(),
    "ingest": lambda w: w.ingest("/nothing/of/the/kind"),
    "extractions": lambda w: w.extractions(),
    "invalidate_extraction": lambda w: w.invalidate_extraction("ext_0", reason="x", dry_run=True),
    "replay_extractions": lambda w: w.replay_extractions(),
    "ontology": lambda w: w.ontology(),
    "diff_ontology": lambda w: w.diff_ontology("{}"),
    "apply_ontology": lambda w: w.apply_ontology("semantic_types: [pages]", dry_run=True),
    "neighbours": lambda w: w.neighbours("auth"),
    "graph": lambda w: w.graph(),
    "path": lambda w: w.path("api", "auth"),
    "changes": lambda w: w.changes(),
    "search": lambda w: w.search("auth"),
    "remember": lambda w: w.remember(decision("api depends_on auth"), dry_run=True),
    "describe": lambda w: w.describe("auth", description="x", dry_run=True),
    "forget": lambda w: w.forget(ID, reason="x", dry_run=True),
    "forget_many": lambda w: w.forget(author="nobody", reason="x", dry_run=True),
    "forget_document": lambda w: w.forget(document="v/nothing.md", reason="x", dry_run=True),
    "reinstate": lambda w: w.reinstate(ID, reason="x", dry_run=True),
    "merge": lambda w: w.merge("api", "auth", reason="x", dry_run=True),
    "unmerge": lambda w: w.unmerge(f"mrg_{'0' * 16}", reason="x", dry_run=True),
    "mark_different": lambda w: w.mark_different("api", "auth", dry_run=True),
    "retype": lambda w: w.retype("auth", "concept", reason="x", dry_run=True),
    "dismiss": lambda w: w.dismiss("nothing", dry_run=True),
    "undismiss": lambda w: w.undismiss("nothing", dry_run=True),
    "card": lambda w: w.card("project", "how we work", dry_run=True),
    "add_texts": lambda w: w.add_texts("guide", "how auth works", dry_run=True),
    "add_messages": lambda w: w.add_messages("standup", "auth is slow", dry_run=True),
    "erase": lambda w: w.erase(ID, reason="x", dry_run=True),
    "record_task": lambda w: w.record_task("review auth", "read it", "success", dry_run=True),
    "correct": lambda w: w.correct(f"tsk_{'0' * 16}", "tabs", "blanks", "the linter", dry_run=True),
    "promote": lambda w: w.promote(
        f"cho_{'0' * 16}",
        entities=[{"name": "api", "type": "code_component"}, {"name": "auth", "type": "code_component"}],
        relations=[{"source": "api", "target": "auth", "type": "depends_on", "reason": "x"}],
        dry_run=True,
    ),
    "consolidate": lambda w: w.consolidate(dry_run=True),
    "propose_rule": lambda w: w.propose_rule("Use blanks", dry_run=True),
    "approve": lambda w: w.approve(f"cnd_{'0' * 16}", dry_run=True),
    "reject": lambda w: w.reject(f"cnd_{'0' * 16}", reason="x", dry_run=True),
    "retire_rule": lambda w: w.retire_rule(f"rul_{'0' * 16}", reason="x", dry_run=True),
    "rules": lambda w: w.rules(),
    "candidates": lambda w: w.candidates(),
    "recall": lambda w: w.recall("change auth"),
    "tasks": lambda w: w.tasks(),
    "task": lambda w: w.task(f"tsk_{'0' * 16}"),
    "export": lambda w: w.export(Path(os.devnull)),
}


@pytest.fixture(scope="module")
async def place(memory: Memory) -> Workspace:
    """A workspace in use."""
    workspace = await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana")
    await workspace.remember(decision("api depends_on auth"))
    return workspace


async def outcome(call: Awaitable[Any]) -> str:
    """`done`, or the code and the message of the error."""
    try:
        await call
    except GraphmemError as error:
        return f"{error.code} {error}"
    return "done"


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["person", "agent"])
@pytest.mark.parametrize("role", ROLES)
async def test_every_verb_by_every_role(memory: Memory, place: Workspace, role: Role, kind: Any) -> None:
    """Each verb is done, or told from a rule of its own, exactly for the roles and kinds of the table; others are not allowed."""
    handle = await memory.workspace(place.name, principal=Principal("eve", kind, {place.name: role}))
    for verb, call in CALLS.items():
        allowed = ROLES.index(role) >= ROLES.index(LEAST[verb]) and (kind == "person" or verb not in PERSON_ONLY)
        told = await outcome(call(handle))
        assert told.startswith("NOT_ALLOWED") != allowed, f"{verb}: {told}"


def test_the_walk_is_complete() -> None:
    """Every public method of a workspace is walked, and the table names each."""
    methods = {n for n, m in vars(Workspace).items() if not n.startswith("_") and inspect.iscoroutinefunction(m)}
    assert methods <= set(CALLS)
    assert methods <= set(LEAST), "add the least role of the new verb to graphmem/access/roles.py"


async def test_a_stranger_finds_nothing(memory: Memory, place: Workspace) -> None:
    """A workspace without a role for the asker is not found in the words for an unknown one, and no list or hint names it."""
    unknown = f"{place.name[:-1]}{'0' if place.name[-1] != '0' else '1'}"
    for principal in (Principal("eve"), Principal("eve", "person", {"elsewhere": "administrator"})):
        told = []
        for name in (place.name, unknown):
            with pytest.raises(WorkspaceNotFound) as error:
                await memory.workspace(name, principal=principal)
            told.append((error.value.code, error.value.nearest, str(error.value).replace(name, "X")))
        assert told[0] == told[1]
        assert await memory.workspaces(principal=principal) == []
    seeing = Principal("eve", roles={place.name: "reader"})
    assert [w.id for w in await memory.workspaces(principal=seeing)] == [place.name]
    with pytest.raises(WorkspaceNotFound, match=re.escape(place.name)):
        await memory.workspace(unknown, principal=seeing)


async def test_a_handle_for_a_stranger_answers_nothing(memory: Memory, place: Workspace) -> None:
    """Even a handle made by hand asks the principal at every call."""
    handle = Workspace(memory.store, place.name, "eve", principal=Principal("eve"))
    for verb, call in CALLS.items():
        assert (await outcome(call(handle))).startswith("WORKSPACE_NOT_FOUND"), verb


async def test_only_an_administrator_makes_a_workspace(memory: Memory) -> None:
    """`create=True` makes one for an administrator of that name; for others it is not found, and nothing is made."""
    name = f"t-{secrets.token_hex(6)}"
    with pytest.raises(WorkspaceNotFound):
        await memory.workspace(name, create=True, principal=Principal("eve", "person", {name: "curator"}))
    assert name not in [w.id for w in await memory.workspaces()]
    made = await memory.workspace(name, create=True, principal=Principal("eve", "person", {name: "administrator"}))
    assert (made.author, made.kind) == ("eve", "person")
    again = await memory.workspace(name, create=True, principal=Principal("bob", "agent", {name: "reader"}), author="ana")
    assert (again.author, again.kind) == ("bob", "agent")


def test_own_workspaces() -> None:
    """A person's own workspace is theirs alone; a role everywhere does not reach into it."""
    everywhere = Principal("eve", roles={EVERYWHERE: "administrator"})
    assert everywhere.role_in("any") == "administrator"
    assert everywhere.role_in("~ana") is None
    assert everywhere.role_in("~eve") == "administrator"
    assert Principal("eve", roles={EVERYWHERE: "writer", "prod": "reader"}).role_in("prod") == "reader"


def test_a_new_verb_is_closed() -> None:
    """A verb that nobody put into the table needs an administrator who is a person."""
    assert not Principal("a", "agent", {EVERYWHERE: "administrator"}).may("brand_new", "w")
    assert not Principal("a", "person", {EVERYWHERE: "curator"}).may("brand_new", "w")
    assert Principal("a", "person", {EVERYWHERE: "administrator"}).may("brand_new", "w")


def test_the_user_of_this_machine(settings: Settings) -> None:
    """On loopback the operating-system user is a person and administrator; tools are agents even there."""
    assert local_principal(settings) == Principal("tester", "person", {EVERYWHERE: "administrator"})
    assert local_principal(kind="agent").kind == "agent"
    assert all(is_loopback(host) for host in ("127.0.0.1", "127.9.9.9", "::1", "[::1]", "localhost"))
    assert not any(is_loopback(host) for host in ("0.0.0.0", "::", "10.0.0.1", "example.org", ""))


async def test_a_token(memory: Memory, place: Workspace) -> None:
    """A token is shown once, kept as a hash, known by its holder, kind and roles, and refused from its revocation on."""
    made = await memory.tokens.create("claude", roles={place.name: "writer"}, created_by="ana")
    found = await memory.tokens.principal(made.token)
    assert found == Principal("claude", "agent", {place.name: "writer"}, token=made.id)
    kept = await memory.store.command(f"MATCH (t:Token {{id: '{made.id}'}}) RETURN properties(t) AS p")
    assert made.token[-43:] not in str(kept)
    listed = next(t for t in await memory.tokens.list() if t.id == made.id)
    assert (listed.created_by, listed.revoked_at, hasattr(listed, "token")) == ("ana", None, False)
    revoked = await memory.tokens.revoke(made.id)
    assert revoked.revoked_at
    assert (await memory.tokens.revoke(made.id)).revoked_at == revoked.revoked_at
    with pytest.raises(TokenRefused):
        await memory.tokens.principal(made.token)


async def test_what_no_token_is(memory: Memory, place: Workspace) -> None:
    """Malformed, unknown, expired, revoked, of another secret: one error, the same words."""
    made = await memory.tokens.create("claude", roles={place.name: "writer"})
    old = await memory.tokens.create("claude", roles={place.name: "writer"})
    await memory.store.command(f"MATCH (t:Token {{id: '{old.id}'}}) SET t.expires_at = datetime('2020-01-01T00:00:00Z')")
    other = made.token[:-1] + ("a" if made.token[-1] != "a" else "b")
    unknown = f"gmt_{'0' * 16}_{'a' * 43}"
    told = {
        await outcome(memory.tokens.principal(t))
        for t in ("", "x", "gmt_", "\ud800", unknown, other, old.token, made.token + "\n")
    }
    assert len(told) == 1
    assert told.pop().startswith("TOKEN_REFUSED")


async def test_tokens_that_cannot_be_meant(memory: Memory) -> None:
    """An unknown role, no role, a workspace that cannot exist, a past end, an empty name: refused by the name of the argument."""
    past = (datetime.now(UTC) - timedelta(days=1)).isoformat()
    wrong: list[tuple[str, dict[str, Any]]] = [
        ("roles", {"roles": {}}), ("roles", {"roles": {"a": "owner"}}), ("roles", {"roles": {"a b": "reader"}}),
        ("expires", {"expires": past}), ("expires", {"expires": "soon"}), ("kind", {"kind": "robot"}), ("name", {"name": " "}),
    ]  # fmt: skip
    for path, given in wrong:
        with pytest.raises(InvalidArgument) as error:
            await memory.tokens.create(**{"name": "x", "roles": {"a": "reader"}, **given})
        assert error.value.path == path
    with pytest.raises(NotFound):
        await memory.tokens.revoke("0" * 16)


def test_blocking_callers_have_tokens(settings: Settings) -> None:
    """The blocking memory makes, recognises and revokes tokens too."""
    with sync.Memory.open(settings) as memory:
        made = memory.tokens.create("ana", roles={"*": "reader"}, kind="person")
        assert memory.tokens.principal(made.token).kind == "person"
        assert memory.tokens.revoke(made.id) in memory.tokens.list()


def test_the_command_line_has_tokens(settings: Settings) -> None:
    """`graphmem token create`, `list` and `revoke` say the same, each in a process of its own."""
    password = settings.password.get_secret_value() if settings.password else ""
    own = {"GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password}

    def run(*arguments: str) -> Any:
        command = [sys.executable, "-m", "graphmem", "token", *arguments, "--json"]
        done = subprocess.run(command, env={**os.environ, **own}, capture_output=True, text=True, timeout=60, check=False)
        return json.loads(done.stdout or done.stderr)

    made = run("create", "ana", "--role", "a=reader", "--role", "*=writer", "--kind", "person", "--expires", "2199")
    assert made["roles"] == {"a": "reader", "*": "writer"}
    assert made["token"].startswith(f"gmt_{made['id']}_")
    assert run("revoke", made["id"])["revoked_at"]
    assert made["id"] in [t["id"] for t in run("list")]
    assert run("create", "ana", "--role", "reader")["code"] == "INVALID_ARGUMENT"
