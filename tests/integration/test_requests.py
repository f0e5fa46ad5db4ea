"""Requests: the same `request_id` again is answered by the first receipt and writes nothing (design 3.3)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from graphmem.errors import Erased, GraphmemError, Refused
from graphmem.memory import Memory
from graphmem.model.radar_keys import radar_key
from graphmem.model.receipts import Receipt
from graphmem.model.records import Question
from graphmem.workspace import Workspace
from tests.acting import count, refusals, stored
from tests.stating import decision
from tests.stating import stated as stating

Acts = dict[str, Callable[..., Awaitable[Receipt]]]


async def seed(workspace: Workspace) -> dict[str, str]:
    """A workspace in which every act has something to do; the ids and names that the acts take."""
    receipt = await workspace.remember(decision("api depends_on auth", "web depends_on auth", "cli related_to shell"))
    ended = await workspace.remember(decision("db related_to disk"))
    await workspace.forget(ended.records[0].id, reason="mistake")
    merge = await workspace.merge("db", "disk", reason="one thing")
    asked = [await workspace.remember(Question(question=f"why {n}", **stating(("api related_to auth",)))) for n in range(2)]
    lines = [radar_key("question", a.records[0].id) for a in asked]
    await workspace.dismiss(lines[1])
    known = {"record": receipt.records[0].id, "ended": ended.records[0].id, "merge": str(merge.id)}
    return {**known, "line": lines[0], "dismissed": lines[1]}


def acts(known: dict[str, str], request_id: str | None = "r-1", reason: str = "because") -> Acts:
    """Every act, each ready to be asked of a workspace with this `request_id`."""
    record, ended, merge = known["record"], known["ended"], known["merge"]
    return {
        "remember": lambda w, **k: w.remember(decision("a depends_on b", reason=reason, request_id=request_id), **k),
        "describe": lambda w, **k: w.describe("api", description=reason, request_id=request_id, **k),
        "forget": lambda w, **k: w.forget(record, reason=reason, request_id=request_id, **k),
        "forget all": lambda w, **k: w.forget(author="ana", reason=reason, request_id=request_id, **k),
        "reinstate": lambda w, **k: w.reinstate(ended, reason=reason, request_id=request_id, **k),
        "merge": lambda w, **k: w.merge("web", "api", reason=reason, request_id=request_id, **k),
        "unmerge": lambda w, **k: w.unmerge(merge, reason=reason, request_id=request_id, **k),
        "mark_different": lambda w, **k: w.mark_different("web", "api", reason=reason, request_id=request_id, **k),
        "retype": lambda w, **k: w.retype("web", "concept", reason=reason, request_id=request_id, **k),
        "dismiss": lambda w, **k: w.dismiss(known["line"], reason=reason, request_id=request_id, **k),
        "undismiss": lambda w, **k: w.undismiss(known["dismissed"], reason=reason, request_id=request_id, **k),
        "erase": lambda w, **k: w.erase(record, reason=reason, request_id=request_id, **k),
        "erase entity": lambda w, **k: w.erase(entity="web", reason=reason, request_id=request_id, **k),
        "erase all": lambda w, **k: w.erase(author="ana", reason=reason, request_id=request_id, **k),
    }  # fmt: skip


NOTHING = {"record": "rec_1", "ended": "rec_2", "merge": "mrg_1", "line": "question:rec_3", "dismissed": "question:rec_4"}
NAMES = tuple(acts(NOTHING))


@pytest.mark.parametrize("name", NAMES)
async def test_every_act_is_done_once(workspace: Workspace, name: str) -> None:
    """A rehearsal writes nothing and tells what the act tells; the act sent again gets its first receipt and writes nothing.

    The same id with another body is refused, and writes nothing either: not one property of the workspace changes.
    """
    known = await seed(workspace)
    act, other = acts(known)[name], acts(known, reason="another reason")[name]
    before = await stored(workspace)
    rehearsed = await act(workspace, dry_run=True)
    assert await stored(workspace) == before
    first = await act(workspace)
    assert (rehearsed.dry_run, first.dry_run, first.replayed) == (True, False, False)
    assert without_ids(rehearsed) == without_ids(first)
    after = await stored(workspace)
    assert await act(workspace) == first.model_copy(update={"replayed": True})
    assert await act(workspace, dry_run=True) == first.model_copy(update={"replayed": True, "dry_run": True})
    assert await refusals(other(workspace)) == [("request_id", "REQUEST_ID_REUSED")]
    assert await stored(workspace) == after != before


@pytest.mark.parametrize("dry_run", [False, True], ids=["real", "dry run"])
async def test_a_bad_request_id(workspace: Workspace, dry_run: bool) -> None:
    """A blank, overlong or unprintable `request_id` is refused by every act, in a dry run too."""
    for bad in (" ", "x" * 201, "a\nb", "half \ud83d"):
        for act in acts(NOTHING, bad).values():
            assert await refusals(act(workspace, dry_run=dry_run)) == [("request_id", "INVALID_FIELD")]


def without_ids(receipt: Receipt) -> object:
    """A receipt but for what differs between a rehearsal and the act: new ids and the instant."""
    body = receipt.model_dump(exclude={"id", "recorded_at", "dry_run"})
    for line in [*body["records"], *(e for e in body["entities"] if e["created"]), *body["relations"]]:
        del line["id"]
    return body


async def test_another_author_has_requests_of_their_own(workspace: Workspace, memory: Memory) -> None:
    """The same `request_id` of another author is another request."""
    other = await memory.workspace(workspace.name, author="ben")
    first = await workspace.remember(decision("a depends_on b", request_id="r-1"))
    second = await other.remember(decision("a depends_on b", request_id="r-1"))
    assert not second.replayed
    assert second.records[0].id != first.records[0].id
    assert await count(workspace, "(x:Record)") == 2


async def test_what_did_not_land_keeps_no_request_id(workspace: Workspace) -> None:
    """After a refusal or a not-found the same id can be used for a good request."""
    with pytest.raises(Refused):
        await workspace.remember(decision("a depends_on a", request_id="r-1"))
    with pytest.raises(GraphmemError):
        await workspace.forget("rec_unknown", reason="x", request_id="r-1")
    assert not (await workspace.remember(decision("a depends_on b", request_id="r-1"))).replayed


async def test_equal_bodies_are_equal_whatever_their_form(workspace: Workspace) -> None:
    """A body is compared after validation: other spellings of the same content, and other orders of keys, are the same."""
    entity = {"name": "Ana", "type": "person", "fields": {"city": "Oslo", "role": "pilot"}}
    other = {"name": "Acme", "type": "organization"}
    link = {"source": "Ana", "target": "Acme", "type": "related_to", "reason": "works there"}
    body = {"kind": "decision", "decision": "d", "request_id": "r-1", "relations": [link]}
    first = await workspace.remember({**body, "entities": [entity, other], "valid_from": "2024-05-01T10:00:00+02:00"})
    turned = {**entity, "fields": {"role": "pilot", "city": "Oslo"}}
    form = {"entities": [turned, other], "valid_from": "2024-05-01T08:00:00Z", "interaction_type": "decision"}
    again = await workspace.remember({**{k: v for k, v in body.items() if k != "kind"}, **form})
    assert again == first.model_copy(update={"replayed": True})


async def test_bodies_are_compared_after_masking(workspace: Workspace) -> None:
    """The same text with the same secret is the same body; with another secret it is another."""
    token = "ghp_" + "a1B2" * 9
    first = await workspace.remember(decision("a depends_on b", text=f"token {token}", request_id="r-1"))
    again = await workspace.remember(decision("a depends_on b", text=f"token {token}", request_id="r-1"))
    assert again == first.model_copy(update={"replayed": True})
    act = workspace.remember(decision("a depends_on b", text=f"token {token[:-1]}c", request_id="r-1"))
    assert await refusals(act) == [("request_id", "REQUEST_ID_REUSED")]


async def test_an_act_does_not_answer_for_another(workspace: Workspace) -> None:
    """An id used by one act is refused for another act, whatever it says."""
    record = (await workspace.remember(decision("a depends_on b", request_id="r-1"))).records[0].id
    assert await refusals(workspace.forget(record, reason="x", request_id="r-1")) == [("request_id", "REQUEST_ID_REUSED")]
    await workspace.forget(record, reason="x", request_id="r-2")
    assert await refusals(workspace.reinstate(record, reason="x", request_id="r-2")) == [("request_id", "REQUEST_ID_REUSED")]


async def test_batches_replay_item_by_item(workspace: Workspace) -> None:
    """In a batch the items that landed before replay, the new ones land, and they may name the replayed ones."""
    first = await workspace.remember(decision("a depends_on b", request_id="one"))
    batch = await workspace.remember(
        decision("a depends_on b", request_id="one"), decision("a depends_on c", supersedes=("one",), request_id="two")
    )
    assert batch.records[0] == first.records[0]
    assert [(e.record, e.reason) for e in batch.ended if e.record] == [(first.records[0].id, "superseded")]
    assert not batch.replayed
    again = await workspace.remember(
        decision("a depends_on b", request_id="one"), decision("a depends_on c", supersedes=("one",), request_id="two")
    )
    assert again.replayed
    assert await count(workspace, "(x:Record)") == 2


async def test_a_used_id_in_a_batch(workspace: Workspace) -> None:
    """An item with a used id and another body refuses an atomic batch whole, and itself alone in a partial one."""
    await workspace.remember(decision("a depends_on b", request_id="one"))
    items = (decision("c depends_on d", request_id="one"), decision("e depends_on f"))
    with pytest.raises(Refused) as refused:
        await workspace.remember(*items)
    assert refused.value.code == "REQUEST_ID_REUSED"
    assert await count(workspace, "(x:Record)") == 1
    receipt = await workspace.remember(*items, mode="partial")
    assert [(r.index, r.code) for r in receipt.refused] == [(0, "REQUEST_ID_REUSED")]
    assert await count(workspace, "(x:Record)") == 2


async def test_a_replay_tells_what_was_true_then(workspace: Workspace) -> None:
    """The first receipt is the answer even when what it tells of has ended since."""
    first = await workspace.remember(decision("a depends_on b", request_id="one"))
    await workspace.forget(first.records[0].id, reason="wrong")
    assert await workspace.remember(decision("a depends_on b", request_id="one")) == first.model_copy(update={"replayed": True})


async def test_replaying_what_was_erased(workspace: Workspace) -> None:
    """What was erased is not stored again under its old id: ERASED, in a partial batch for that item alone."""
    record = (await workspace.remember(decision("a depends_on b", request_id="one"))).records[0].id
    await workspace.forget(record, reason="x", request_id="end")
    await workspace.erase(record, reason="private")
    with pytest.raises(Erased):
        await workspace.remember(decision("a depends_on b", request_id="one"))
    with pytest.raises(Erased):
        await workspace.forget(record, reason="x", request_id="end")
    receipt = await workspace.remember(decision("a depends_on b", request_id="one"), decision("c depends_on d"), mode="partial")
    assert [(r.index, r.path, r.code) for r in receipt.refused] == [(0, "request_id", "ERASED")]
    assert len(receipt.records) == 1


async def test_the_receipt_of_a_neighbour_of_what_was_erased(workspace: Workspace) -> None:
    """A record that ended an erased one still replays, without what it told of the erased one."""
    old = (await workspace.remember(decision("zeus depends_on hera"))).records[0].id
    first = await workspace.remember(decision("a depends_on b", supersedes=(old,), request_id="two"))
    assert [e.link for e in first.ended if e.link] == ["zeus depends_on hera"]
    await workspace.erase(old, reason="private")
    again = await workspace.remember(decision("a depends_on b", supersedes=(old,), request_id="two"))
    assert again.replayed
    assert (again.records, again.ended, again.warnings) == (first.records, (), ())
