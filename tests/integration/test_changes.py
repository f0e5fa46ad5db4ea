"""Changes: what was written, in the order it was written, for whoever follows a workspace."""

from __future__ import annotations

import pytest

from graphmem.errors import InvalidArgument
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.stating import decision


async def test_every_sort_of_change(workspace: Workspace) -> None:
    """Recorded, superseded, ended, reinstated, merged, unmerged, retyped: each once, in order, with what it names."""
    first = await workspace.remember(decision("api depends_on auth"), decision("web depends_on auth"))
    old, other = (r.id for r in first.records)
    new = (await workspace.remember(decision("api depends_on db", supersedes=(old,)))).records[0].id
    await workspace.forget(other, reason="mistake")
    await workspace.reinstate(other, reason="none after all")
    merge = (await workspace.merge("web", "api", reason="one")).id
    await workspace.unmerge(str(merge), reason="two")
    await workspace.retype("db", "technology", reason="it is one")
    told = (await workspace.changes()).changes
    assert [(c.change, c.id) for c in told[:3]] == [("recorded", old), ("recorded", other), ("recorded", new)]
    assert [c.change for c in told[3:]] == ["ended", "reinstated", "merged", "unmerged", "retyped"]
    assert told[2].ended_records == (old,)
    assert (told[3].ended_records, told[3].reason) == ((other,), "mistake")
    assert (told[4].target, told[5].id, told[6].target) == (other, merge, merge)
    assert told[5].merged
    assert told[5].target
    assert [c.seq for c in told] == sorted(c.seq for c in told)


async def test_pages(workspace: Workspace, make_workspace: MakeWorkspace) -> None:
    """Page after page gives each once; the last cursor leads on to what is written later; other cursors are refused."""
    await workspace.remember(*(decision(f"a{n} depends_on b") for n in range(7)))
    seen, cursor, more = [], None, True
    while more:
        page = await workspace.changes(limit=3, cursor=cursor)
        seen += [c.id for c in page.changes]
        cursor, more = page.cursor, page.more
    assert seen == [c.id for c in (await workspace.changes()).changes]
    assert (await workspace.changes(cursor=cursor)).changes == ()
    await workspace.erase(seen[-1], reason="x")
    later = (await workspace.remember(decision("c depends_on b"))).records[0].id
    assert [c.id for c in (await workspace.changes(cursor=cursor)).changes] == [later]
    other = await make_workspace()
    for wrong in ("x", str((await other.changes()).cursor)):
        with pytest.raises(InvalidArgument, match="cursor"):
            await workspace.changes(cursor=wrong)
    assert (await other.changes()).changes == ()
