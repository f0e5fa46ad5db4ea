"""Mutations: every act over HTTP takes and gives what the library does, with its refusals, for whom it is allowed."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from graphmem.access import ROLES, Role
from graphmem.access.roles import LEAST, PERSON_ONLY
from graphmem.memory import Memory
from graphmem.workspace import Workspace
from graphmem_api.resolvers import is_act, verbs
from tests.api.conftest import Ask, Running, asking, codes
from tests.conftest import MakeWorkspace
from tests.stating import decision

RECEIPT = """{ id recordedAt replayed dryRun counts records { id kind requestId } entities { id name type created matchedBy }
  relations { id source target type evidence } ended { record relation link reason } warnings { code message path }
  refused { index path code message } redactions { path kind digest } }"""
RECORD = {
    "kind": "decision", "decision": "Sessions live in redis", "reason": "shared", "files": ["a.py:3"], "validFrom": "2026-10",
    "entities": [{"name": "auth", "type": "code_component"}, {"name": "redis", "type": "technology", "fields": {"version": "7"}}],
    "relations": [{"source": "auth", "target": "redis", "type": "depends_on", "reason": "keeps sessions there"}],
}  # fmt: skip
REMEMBER = f"""mutation ($w: String!, $r: [RecordInput!]!, $m: Mode! = atomic) {{
  remember(workspace: $w, session: "s", records: $r, mode: $m) {RECEIPT} }}"""
NOTHING = {kind: f"{kind}_{'0' * 16}" for kind in ("rec", "mrg", "tsk", "cho", "cnd", "rul")}

# One call of every act with ids that lead nowhere, or as a dry run, so that nothing changes.
ACTS: dict[str, str] = {
    "remember": 'records: [{kind: decision, decision: "x"}], dryRun: true', "describe": 'name: "nobody", description: "x"',
    "forget": f'record: "{NOTHING["rec"]}", reason: "x"', "reinstate": f'id: "{NOTHING["rec"]}", reason: "x"',
    "merge": 'loser: "nobody", survivor: "noone", reason: "x"', "unmerge": f'merge: "{NOTHING["mrg"]}", reason: "x"',
    "markDifferent": 'one: "nobody", other: "noone"', "retype": 'name: "nobody", type: concept, reason: "x"',
    "card": 'kind: project, text: "x", dryRun: true',
    "addTexts": 'document: "d", texts: [{text: "x"}], dryRun: true',
    "addMessages": 'conversation: "c", messages: [{text: "x", at: "2026-10"}], dryRun: true',
    "dismiss": 'key: "nothing"', "undismiss": 'key: "nothing"', "erase": f'record: "{NOTHING["rec"]}", reason: "x"',
    "recordTask": 'request: "x", summary: "x", outcome: success, dryRun: true',
    "correct": f'on: "{NOTHING["tsk"]}", wrong: "x", right: "y", why: "z"', "promote": f'decision: "{NOTHING["cho"]}"',
    "consolidate": "dryRun: true", "proposeRule": 'rule: "Use blanks", dryRun: true',
    "approve": f'candidate: "{NOTHING["cnd"]}"', "reject": f'candidate: "{NOTHING["cnd"]}", reason: "x"',
    "retireRule": f'rule: "{NOTHING["rul"]}", reason: "x"', "ingest": 'path: "/nothing/of/the/kind"', "cancelIngest": 'job: "job_0"',
    "invalidateExtraction": 'id: "ext_0", reason: "x"', "replayExtractions": 'source: "nothing"',
    "applyOntology": 'text: "semantic_types: [pages]", dryRun: true',
}  # fmt: skip


def snake(name: str) -> str:
    """GraphQL's name as Python's."""
    return re.sub("([A-Z])", lambda m: "_" + m[1].lower(), name)


def called(act: str, given: str) -> str:
    return f"mutation ($w: String!) {{ {act}(workspace: $w, {given}) {{ __typename }} }}"


async def test_remember(ask: Ask, workspace: Workspace) -> None:
    """A record of every field is stored as the library stores it, under the token's name, and its receipt is whole."""
    told = await ask(REMEMBER, r=[{**RECORD, "requestId": "r1"}])
    assert not codes(told), told
    receipt = told["data"]["remember"]
    (line,) = receipt["records"]
    assert (line["kind"], line["requestId"]) == ("decision", "r1")
    stored = await workspace.record(line["id"])
    assert (stored.record.author, stored.record.session, stored.record.at) == ("ana", "s", "2026-10")
    assert stored.files == ("a.py:3",)
    assert stored.entities[1].fields == {"version": "7"}
    again = await ask(REMEMBER, r=[{**RECORD, "requestId": "r1"}])
    assert again["data"]["remember"] == {**receipt, "replayed": True}
    other = await ask(REMEMBER, r=[{**RECORD, "decision": "other", "requestId": "r1"}])
    assert codes(other) == ["REQUEST_ID_REUSED"]


async def test_refusals(ask: Ask) -> None:
    """A refused batch names each item, field, code and way out; a partial one lands the good items and lists the others."""
    bad = {**RECORD, "relations": [{**RECORD["relations"][0], "reason": ""}], "answer": "of another kind"}
    told = await ask(REMEMBER, r=[RECORD, bad])
    (error,) = told["errors"]
    assert told["data"] == {"remember": None}
    refusals = error["extensions"]["refusals"]
    assert {(r["index"], r["path"]) for r in refusals} <= {(1, "answer"), (1, "relations[0].reason")}
    assert all(r["code"] and r["message"] for r in refusals)
    partial = (await ask(REMEMBER, r=[RECORD, bad], m="partial"))["data"]["remember"]
    assert len(partial["records"]) == 1
    assert {r["index"] for r in partial["refused"]} == {1}


async def test_every_act(ask: Ask, workspace: Workspace) -> None:
    """Each act of the library can be called, does what it does there, and its receipt says so."""
    first = await workspace.remember(decision("api depends_on auth"), decision("web depends_on auth"))
    old = first.records[0].id
    done = "{ id recordedAt dryRun }"

    async def act(call: str) -> dict[str, Any]:
        told = await ask(f"mutation ($w: String!) {{ done: {call} {done} }}")
        assert not codes(told), (call, told)
        receipt: dict[str, Any] = told["data"]["done"]
        assert receipt["recordedAt"]
        return receipt

    await act('describe(workspace: $w, name: "auth", description: "signs in", fields: {owner: "ben"}, unset: [])')
    await act(f'forget(workspace: $w, record: "{old}", reason: "x")')
    await act(f'reinstate(workspace: $w, id: "{old}", reason: "x")')
    merge = await act('merge(workspace: $w, loser: "web", survivor: "api", reason: "x")')
    await act(f'unmerge(workspace: $w, merge: "{merge["id"]}", reason: "x")')
    await act('markDifferent(workspace: $w, one: "web", other: "api")')
    await act('markDifferent(workspace: $w, one: "web", other: "api", undo: true)')
    await act('retype(workspace: $w, name: "web", type: concept, reason: "x")')
    key = (await workspace.radar(valid_at="2199")).silent_entities.lines[0].key
    await act(f'dismiss(workspace: $w, key: "{key}", reason: "x")')
    await act(f'undismiss(workspace: $w, key: "{key}")')
    await act(f'erase(workspace: $w, record: "{old}", reason: "x")')
    await act('card(workspace: $w, kind: project, text: "how we work")')
    await act('addTexts(workspace: $w, document: "d", texts: [{text: "about redis", heading: "h"}])')
    await act('addMessages(workspace: $w, conversation: "c", messages: [{text: "hello", speaker: "ana", at: "2026-10"}])')
    assert (await workspace.entity("auth")).description == "signs in"
    assert {verb for verb, _ in verbs() if is_act(verb)} == {snake(a) for a in ACTS}


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("kind", ["person", "agent"])
async def test_every_act_by_every_role(
    client: httpx.AsyncClient, memory: Memory, role: Role, kind: Any, token_for: Callable[..., Awaitable[str]], place: Workspace
) -> None:
    """An act is not allowed exactly below its least role, and for an agent where a person is needed."""
    ask = asking(client, await token_for(place.name, role, kind), place.name)
    for act, given in ACTS.items():
        verb = snake(act)
        allowed = ROLES.index(role) >= ROLES.index(LEAST[verb]) and (kind == "person" or verb not in PERSON_ONLY)
        told = codes(await ask(called(act, given)))
        assert (told == ["NOT_ALLOWED"]) != allowed, (act, told)
    bulk = codes(await ask(called("forget", 'author: "nobody", reason: "x"')))
    assert (bulk == ["NOT_ALLOWED"]) == (role in ("reader", "writer") or kind == "agent")


@pytest.fixture(scope="module")
async def place(memory: Memory) -> Workspace:
    """A workspace of this module."""
    import secrets

    workspace = await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana")
    await workspace.remember(decision("api depends_on auth"))
    return workspace


QUERIES: dict[str, str] = {
    "impact": 'name: "auth"', "lineage": 'name: "auth"', "entity": 'name: "auth"', "radar": "limit: 1", "file": 'path: "a.py"',
    "timeline": "limit: 1", "history": 'a: "auth"', "diff": 'k1: "2020"', "record": f'id: "{NOTHING["rec"]}"',
    "records": "limit: 1", "entities": "limit: 1", "sessions": "limit: 1", "neighbours": 'name: "auth"',
    "path": 'a: "api", b: "auth"', "changes": "limit: 1", "search": 'text: "auth"', "subgraph": 'text: "auth"',
    "conversation": "limit: 3", "agenda": "limit: 3",
    "deepSearch": 'text: "redis"', "ask": 'question: "who?", cypher: "MATCH (e:Entity) RETURN e.name AS name"',
    "topics": 'asOf: "2020"', "cards": 'asOf: "2026"', "context": 'task: "change auth"',
    "recordsConnection": "first: 1", "entitiesConnection": "first: 1",
    "sessionsConnection": "first: 1", "neighboursConnection": 'name: "auth", first: 1', "node": f'id: "{NOTHING["rec"]}"',
}  # fmt: skip


@pytest.mark.slow
async def test_a_stranger_sees_an_unknown_workspace(
    client: httpx.AsyncClient, place: Workspace, token_for: Callable[..., Awaitable[str]]
) -> None:
    """SEC: every query and act of a workspace without a role for the asker is answered like one of a workspace that is none."""
    unknown = place.name[:-1] + ("0" if place.name[-1] != "0" else "1")
    token = await token_for("elsewhere", "administrator")
    for kind, calls in (("query", QUERIES), ("mutation", ACTS)):
        for verb, given in calls.items():
            told = []
            for name in (place.name, unknown):
                query = f"{kind} ($w: String!) {{ {verb}(workspace: $w, {given}) {{ __typename }} }}"
                answer = await asking(client, token, name)(query)
                told.append(str(answer).replace(name, "W"))
            assert told[0] == told[1], verb
            assert "WORKSPACE_NOT_FOUND" in told[0], verb


async def test_ids_of_another_workspace_are_unknown(ask: Ask, make_workspace: MakeWorkspace) -> None:
    """SEC: an id of another workspace is answered, by queries and acts alike, in the words for an id that nothing has."""
    other = await make_workspace()
    stated = await other.remember(decision("api depends_on auth"))
    gone = await other.merge("api", "auth", reason="x")
    foreign = {"rec": stated.records[0].id, "ent": stated.entities[0].id, "mrg": str(gone.id)}
    unknown = {"rec": f"rec_{'1' * 16}", "ent": f"ent_{'1' * 16}", "mrg": f"mrg_{'1' * 16}"}
    calls = [
        ("query", 'record(workspace: $w, id: "%(rec)s")'), ("query", 'node(workspace: $w, id: "%(rec)s")'),
        ("query", 'node(workspace: $w, id: "%(ent)s")'), ("query", 'impact(workspace: $w, name: "%(ent)s")'),
        ("query", 'lineage(workspace: $w, name: "%(ent)s")'), ("query", 'entity(workspace: $w, name: "%(ent)s")'),
        ("query", 'history(workspace: $w, a: "%(ent)s")'), ("query", 'neighbours(workspace: $w, name: "%(ent)s")'),
        ("query", 'path(workspace: $w, a: "%(ent)s", b: "%(ent)s")'), ("query", 'records(workspace: $w, entity: "%(ent)s")'),
        ("mutation", 'forget(workspace: $w, record: "%(rec)s", reason: "x")'),
        ("mutation", 'reinstate(workspace: $w, id: "%(rec)s", reason: "x")'),
        ("mutation", 'erase(workspace: $w, record: "%(rec)s", reason: "x")'),
        ("mutation", 'erase(workspace: $w, entity: "%(ent)s", reason: "x")'),
        ("mutation", 'describe(workspace: $w, name: "%(ent)s", description: "x")'),
        ("mutation", 'merge(workspace: $w, loser: "%(ent)s", survivor: "x", reason: "x")'),
        ("mutation", 'unmerge(workspace: $w, merge: "%(mrg)s", reason: "x")'),
        ("mutation", 'retype(workspace: $w, name: "%(ent)s", type: concept, reason: "x")'),
        ("mutation", 'markDifferent(workspace: $w, one: "%(ent)s", other: "x")'),
    ]  # fmt: skip
    for kind, call in calls:
        told = []
        for ids in (foreign, unknown):
            text = str(await ask(f"{kind} ($w: String!) {{ {call % ids} {{ __typename }} }}"))
            for name, id in ids.items():
                text = text.replace(id, name)
            told.append(text)
        assert told[0] == told[1], call
        assert "errors" in told[0], call
    assert (await other.record(foreign["rec"])).record.holds


async def test_sec_01_no_identifier_is_built_from_input(ask: Ask, workspace: Workspace) -> None:
    """SEC-01: types, keys, names and filters that try to leave their place in a query are refused or stored as text."""
    attack = "Doc`) MATCH (z) DETACH DELETE z //"
    for type_ in (attack, "a\nb"):
        told = await ask(REMEMBER, r=[{**RECORD, "entities": [{"name": "a", "type": type_}]}])
        assert codes(told) == ["GRAPHQL_VALIDATION_FAILED"]
    key = "a`: 1}) SET n.admin=true //"
    fields = [{**RECORD["entities"][0], "fields": {key: "x"}}, RECORD["entities"][1]]
    await ask(REMEMBER, r=[{**RECORD, "entities": fields}])
    for name, argument in (("entities", "prefix"), ("records", "author"), ("records", "session"), ("records", "entity")):
        await ask(f"query ($w: String!, $x: String) {{ {name}(workspace: $w, {argument}: $x) {{ __typename }} }}", x=attack)
    before = (await workspace.entities()).entities
    assert all(not e.entity.name.startswith("Doc`") for e in before)
    assert codes(await asking_other(ask, attack)) == ["WORKSPACE_NOT_FOUND"]


async def asking_other(ask: Ask, workspace: str) -> dict[str, Any]:
    return await ask("query ($x: String!) { radar(workspace: $x) { asOf } }", x=workspace)


async def test_sec_12_workspace_names(
    memory: Memory, client: httpx.AsyncClient, token_for: Callable[..., Awaitable[str]]
) -> None:
    """SEC-12: what `workspace create` accepts works over GraphQL; any other text is a workspace that nobody made."""
    import secrets

    token = await token_for("*", "administrator")
    for name in ("ap-erp", "main", "NULL", secrets.token_hex(16)):
        await memory.workspace(name, create=True)
        told = await asking(client, token, name)("query ($w: String!) { records(workspace: $w) { records { record } } }")
        assert not codes(told), name
    for name in ("a b", "g:1", "../x", "ü", "x" * 300, "", "\u0000"):
        told = await asking(client, token, name)("query ($w: String!) { records(workspace: $w) { records { record } } }")
        assert codes(told) in (["WORKSPACE_NOT_FOUND"], ["INVALID_ARGUMENT"]), name


async def test_ing_09_a_job_behind_the_answer(
    ask: Ask, server: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """The mutation tells the job at once; the server keeps it alive, and its state, what failed and why are asked for like anything."""
    monkeypatch.setattr(server.api.memory.store, "ingest_root", tmp_path)
    (tmp_path / "One.md").write_text("(a:object) -[depends_on]-> (b:object)")
    (tmp_path / "Two.md").write_bytes(b"\xff\xfe\x00")
    begun = f'mutation ($w: String!) {{ ingest(workspace: $w, path: "{tmp_path}", source: "v", wait: false) {{ id state }} }}'
    told = (await ask(begun))["data"]["ingest"]
    assert told["state"] == "running"
    question = "query ($w: String!) { ingests(workspace: $w) { ingests { id state done failed } } "
    question += 'documents(workspace: $w, state: "failed") { documents { document reason } } }'
    while (seen := (await ask(question))["data"])["ingests"]["ingests"][0]["state"] == "running":
        pass
    assert seen["ingests"]["ingests"] == [{"id": told["id"], "state": "done", "done": 2, "failed": 1}]
    assert [d["document"] for d in seen["documents"]["documents"]] == ["v/Two.md"]
