"""Sources beside folders of notes: conversations and the history of a repository."""

from __future__ import annotations

import asyncio
import json
import subprocess
from pathlib import Path

import pytest

from graphmem.errors import InvalidArgument, NotFound
from graphmem.workspace import Workspace
from tests.acting import texts


def talk(folder: Path, name: str, *texts: str) -> None:
    said = {"type": "user", "sessionId": "s1", "timestamp": "2026-11-01T10:00:00Z"}
    lines = [json.dumps(said | {"uuid": t, "message": {"role": "user", "content": t}}) for t in texts]
    (folder / name).write_text("\n".join(lines) + "\n")


async def test_cct_03_a_resumed_conversation_adds_what_is_new(workspace: Workspace, tmp_path: Path) -> None:
    """Messages of a transcript are found by search; a resumed one adds its new messages alone."""
    first = [f"message {n} about zeppelins" for n in range(5)]
    talk(tmp_path, "a.jsonl", *first)
    found = await workspace.ingest(str(tmp_path))
    assert (found.counts["messages"], found.failed) == (5, ())
    talk(tmp_path, "b.jsonl", *first, *(f"message {n} about airships" for n in range(5, 8)))
    assert (await workspace.ingest(str(tmp_path))).counts["messages"] == 3
    assert (await workspace.ingest(str(tmp_path))).counts["unchanged"] == 1
    assert len((await workspace.search("airships", kinds=["message"])).hits) >= 3


def git(folder: Path, *arguments: str) -> None:
    who = ["-c", "user.name=Kim", "-c", "user.email=kim@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], cwd=folder, check=True, capture_output=True)


def repository(folder: Path, **links: str) -> Path:
    """A repository with one commit: a file, a decision record, and links beside that record."""
    decisions = folder / "docs" / "decisions"
    decisions.mkdir(parents=True)
    git(folder, "init", "-q")
    (folder / "api.py").write_text("x = 1\n")
    record = decisions / "0001-use-redis.md"
    record.write_text("# Sessions live in redis\n\n(api:code_component) -[depends_on]-> (redis:technology)\n")
    for name, target in links.items():
        (decisions / f"{name}.md").symlink_to(target)
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Keep sessions in redis", "--date", "2026-05-04T10:00:00Z")
    return folder


async def test_a_repository_tells_its_history(workspace: Workspace, tmp_path: Path) -> None:
    """Commits become documents by month with who worked and what changed, decision records become decisions."""
    folder = repository(tmp_path / "app")
    found = await workspace.ingest(str(folder), kind="git")
    assert (found.counts["new"], found.failed) == (2, ())
    assert {n.entity.name for n in (await workspace.neighbours("Kim")).neighbours} == {"app"}
    assert [d.entity.name for d in (await workspace.impact("redis")).dependents] == ["api"]
    assert (await workspace.entity("Sessions live in redis")).entity.type == "decision"
    assert (await workspace.ingest(str(folder), kind="git")).counts["unchanged"] == 2


async def test_sec_10_no_link_leads_out_of_a_repository(workspace: Workspace, tmp_path: Path) -> None:
    """A committed link to a file elsewhere, or to one of git's own, is told and not read; one to another record inside is."""
    (tmp_path / "private.md").write_text("# Where the kestrel nests\n")
    folder = repository(
        tmp_path / "app",
        far=str(tmp_path / "private.md"),
        near="../../../private.md",
        config="../../.git/config",
        same="0001-use-redis.md",
    )
    found = await workspace.ingest(str(folder), kind="git")
    assert {(f.document, f.code) for f in found.failed} == {
        (f"app/docs/decisions/{name}.md", "OUTSIDE") for name in ("far", "near", "config")
    }
    assert {d.path for d in (await workspace.documents(state="done")).documents} >= {"docs/decisions/same.md"}
    told = "\n".join(await texts(workspace))
    assert not any(word in told for word in ("kestrel", "repositoryformatversion"))


async def test_sec_10_a_part_of_a_repository_is_refused(
    workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder tells no history of a larger repository, nor of the one whose hook runs; a bare repository is whole."""
    folder = repository(tmp_path / "app")
    with pytest.raises(InvalidArgument, match="give the folder that the whole repository lies in"):
        await workspace.ingest(str(folder / "docs"), kind="git")
    assert (await workspace.documents()).documents == ()
    git(tmp_path, "clone", "-q", "--bare", str(folder), "bare.git")
    with pytest.raises(InvalidArgument, match="larger repository"):
        await workspace.ingest(str(tmp_path / "bare.git" / "refs"), kind="git")
    assert (await workspace.ingest(str(tmp_path / "bare.git"), kind="git")).counts["new"] == 1
    (tmp_path / "plain").mkdir()
    monkeypatch.setenv("GIT_DIR", str(folder / ".git"))
    with pytest.raises(InvalidArgument, match="is it a repository"):
        await workspace.ingest(str(tmp_path / "plain"), kind="git")


async def test_an_ingest_that_was_cancelled_goes_on(workspace: Workspace, tmp_path: Path) -> None:
    """Cancelled, an ingest stops after the document in hand and says so; run again it does the rest, and nothing twice."""
    folder = tmp_path / "v"
    folder.mkdir()
    for n in range(12):
        (folder / f"N{n}.md").write_text(f"(a{n}:object) -[depends_on]-> (b:object)")
    waiting: list[asyncio.Future[object]] = []

    def report(what: str, done: int, total: int | None) -> None:
        if done == 1:
            waiting.append(asyncio.ensure_future(cancel()))

    async def cancel() -> None:
        job = (await workspace.ingests()).ingests[0]
        assert job.state == "running"
        await workspace.cancel_ingest(job.id)

    found = await workspace.ingest(str(folder), report=report)
    await asyncio.gather(*waiting)
    assert (found.state, found.counts["new"] < 12) == ("cancelled", True)
    rest = await workspace.ingest(str(folder))
    assert rest.counts["new"] + found.counts["new"] == 12
    assert [len(d.evidence) for d in (await workspace.impact("b")).dependents] == [1] * 12
    assert [j.state for j in (await workspace.ingests()).ingests] == ["done", "cancelled"]
    with pytest.raises(NotFound):
        await workspace.cancel_ingest("job_0")


def stars(folder: Path, **names: str) -> str:
    rows = [
        {"starred_at": "2026-05-04T10:00:00Z", "repo": {"id": int(i[1:]), "full_name": n, "description": None}}
        for i, n in names.items()
    ]
    (folder / "stars.json").write_text(json.dumps(rows))
    return str(folder / "stars.json")


async def starred(workspace: Workspace) -> set[str]:
    return {n.entity.name for n in (await workspace.neighbours("stars of mine")).neighbours}


async def test_ghs_02_stars_that_change(workspace: Workspace, tmp_path: Path) -> None:
    """Without its star a link ends, starred again it has a second period; a renamed repository keeps its entity; null is no text."""
    await workspace.ingest(stars(tmp_path, r1="kim/app", r2="kim/lib", r3="kim/doc"), source="mine")
    assert await starred(workspace) == {"kim/app", "kim/lib", "kim/doc"}
    await workspace.ingest(stars(tmp_path, r2="kim/lib", r3="kim/docs"), source="mine")
    assert await starred(workspace) == {"kim/lib", "kim/doc"}
    assert set((await workspace.entity("kim/docs")).names) == {"kim/doc", "kim/docs"}
    await workspace.ingest(stars(tmp_path, r1="kim/app", r2="kim/lib", r3="kim/docs"), source="mine")
    assert "kim/app" in await starred(workspace)
    assert sorted(link.holds for link in (await workspace.history("stars of mine", "kim/app")).links) == [False, True]
    assert "None" not in (await workspace.search("kim/app", kinds=["chunk"])).hits[0].snippet


async def test_rws_pages_and_edits(workspace: Workspace, tmp_path: Path) -> None:
    """Highlights of all pages are there once; an edited one takes the place of the old, a deleted one ends."""
    book = {"user_book_id": 7, "title": "Graphs", "author": "Kim Ek", "category": "books"}

    def export(*texts: str) -> str:
        page = {
            "results": [book | {"highlights": [{"id": n, "text": t, "tags": [{"name": "math"}]} for n, t in enumerate(texts)]}]
        }
        (tmp_path / "readwise.json").write_text(json.dumps([page, {"results": []}, page]))
        return str(tmp_path / "readwise.json")

    first = await workspace.ingest(export("Trees have no cycles.", "Edges join two nodes."), source="books")
    assert (first.counts["new"], first.counts["chunks"]) == (1, 1)
    assert {n.entity.name for n in (await workspace.neighbours("Graphs")).neighbours} == {"Kim Ek", "math"}
    await workspace.ingest(export("Trees have no cycles at all."), source="books")
    current = (await workspace.search("cycles edges join", kinds=["chunk"], current=True)).hits
    assert ["no cycles at all" in h.snippet and "Edges" not in h.snippet for h in current] == [True]
    (tmp_path / "r.csv").write_text('Highlight,Book Title,Book Author,Tags\n"Paths, too.",Walks,Kim Ek,"a, b"\n')
    csv = await workspace.ingest(str(tmp_path / "r.csv"), source="csv")
    assert (csv.counts["new"], csv.failed) == (1, ())
    assert {n.entity.name for n in (await workspace.neighbours("Walks")).neighbours} == {"Kim Ek", "a", "b"}
