"""Deep search: a wiki of what lies three hops around a question, its pages, its folder, and what an erase does to it."""

from __future__ import annotations

import json
import os
import re
import secrets
from pathlib import Path

import pytest

from graphmem.errors import InvalidArgument, ModelError
from graphmem.language_model import LanguageModel
from graphmem.memory import Memory
from graphmem.model.answers.wiki import Wiki
from graphmem.wiki.folder import MANIFEST, WikiFolder, is_wiki
from graphmem.wiki.naming import file_name
from graphmem.wiki.pages import MARK, escaped
from graphmem.wiki.registry import discard_all
from graphmem.workspace import Workspace
from tests.conftest import MakeWorkspace
from tests.openai_server import Server, chat
from tests.stating import decision

LINK = re.compile(r"\]\(([^)#]*)(#[^)]*)?\)")


@pytest.fixture(scope="module")
async def told(memory: Memory) -> Workspace:
    """A chain of four, its reasons, and a text."""
    workspace = await memory.workspace(f"t-{secrets.token_hex(6)}", create=True, author="ana", session="review")
    for link in ("api depends_on auth", "auth depends_on redis", "redis depends_on disk"):
        await workspace.remember(decision(link, reason=f"{link}, by design", decision=f"We said that {link}"))
    await workspace.describe("redis", description="A store of keys")
    return workspace


@pytest.fixture(autouse=True)
def registry(told: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The list of wikis of this test alone."""
    monkeypatch.setattr(told._store, "wikis", tmp_path / "data" / "wikis.json")
    return tmp_path / "data" / "wikis.json"


def listed(registry: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads(registry.read_text())
    return found


def files(folder: Path) -> dict[str, str]:
    return {p.name: p.read_text(encoding="utf-8") for p in folder.iterdir() if p.name != MANIFEST}


async def test_pages(told: Workspace, tmp_path: Path) -> None:
    """An index, one page an entity within three hops, the sources; every link leads to a page that is there and to a place in it."""
    answer = await told.deep_search("redis", folder=tmp_path / "wiki")
    pages = files(tmp_path / "wiki")
    assert set(pages) == {page.path for page in answer.pages}
    assert answer.written == len(pages) == 6
    assert {page.title for page in answer.pages} == {"redis", "api", "auth", "disk", "Sources"}
    assert all(text.startswith(MARK) for text in pages.values())
    for name, text in pages.items():
        for path, place in LINK.findall(text):
            target = path or name
            assert target in pages, (name, target)
            assert not place or f'<a id="{place[1:]}">' in pages[target] or place[1:].startswith(("doc_", "cnv_"))
    redis = next(pages[p.path] for p in answer.pages if p.entity and p.title == "redis")
    assert "> A store of keys" in redis
    assert "auth depends\\_on redis, by design" in redis
    assert "ana" in redis
    assert "We said that auth depends\\_on redis" in pages["sources.md"]
    assert answer.index == pages["index.md"]
    assert is_wiki(tmp_path / "wiki")


async def test_without_a_folder(told: Workspace) -> None:
    """Nothing is written; the index comes at once and a page when it is asked for by name."""
    answer = await told.deep_search("redis")
    assert (answer.folder, answer.written) == (None, 0)
    assert [page.text for page in answer.pages] == [None] * 6
    path = next(page.path for page in answer.pages if page.entity and page.title == "redis")
    assert path in answer.index
    told_page = await told.deep_search("redis", page=path)
    assert "A store of keys" in str(next(p.text for p in told_page.pages if p.text))
    for given in ("../index.md", "nothing.md"):
        with pytest.raises(InvalidArgument, match="page"):
            await told.deep_search("redis", page=given)


async def test_kept_in_step(make_workspace: MakeWorkspace, tmp_path: Path, registry: Path) -> None:
    """The same call again keeps what is the same, writes what changed, removes what is there no longer; the folder knows its question."""
    workspace, folder = await make_workspace(), tmp_path / "wiki"
    first = await workspace.remember(decision("api depends_on auth"))
    one = await workspace.deep_search("api", folder=folder)
    again = await workspace.deep_search(folder=folder)
    assert (again.text, again.written, again.kept, again.removed) == (
        "api",
        1,
        one.written - 1,
        0,
    )  # the index tells its instants
    await workspace.remember(decision("api depends_on vault", supersedes=[first.records[0].id]))
    changed = await workspace.deep_search(folder=folder)
    titles = {page.title for page in changed.pages}
    assert "vault" in titles
    assert set(files(folder)) == {page.path for page in changed.pages}
    gone = await workspace.deep_search(folder=folder, discard=True)
    assert gone.removed == len(changed.pages)
    assert not folder.exists()
    assert listed(registry) == {}


async def test_files_of_others_are_left(told: Workspace, tmp_path: Path) -> None:
    """A page that somebody changed, a file of somebody else and a link are never written over or removed; the answer names them."""
    folder, outside = tmp_path / "wiki", tmp_path / "outside.md"
    outside.write_text("mine")
    first = await told.deep_search("redis", folder=folder)
    page = next(p.path for p in first.pages if p.entity and p.title == "redis")
    other = next(p.path for p in first.pages if p.title == "auth")
    (folder / page).write_text("my own words")
    (folder / other).unlink()
    (folder / other).symlink_to(outside)
    (folder / "notes.md").write_text("notes")
    answer = await told.deep_search(folder=folder)
    assert set(answer.left) == {page, other}
    assert (folder / page).read_text() == "my own words"
    gone = await told.deep_search(folder=folder, discard=True)
    assert set(gone.left) == {page, other}
    assert set(os.listdir(folder)) == {page, other, "notes.md", MANIFEST}
    assert outside.read_text() == "mine"


async def test_sec_10_folders_that_cannot_be(told: Workspace, tmp_path: Path, make_workspace: MakeWorkspace) -> None:
    """A folder with other files, a file, a link, a wiki of another workspace, and a manifest that names files elsewhere are refused."""
    full, file, link = tmp_path / "full", tmp_path / "file", tmp_path / "link"
    full.mkdir()
    (full / "a.md").write_text("a")
    file.write_text("x")
    link.symlink_to(full, target_is_directory=True)
    for folder in (full, file, link):
        with pytest.raises(InvalidArgument, match="folder"):
            await told.deep_search("redis", folder=folder)
    assert os.listdir(full) == ["a.md"]
    await told.deep_search("redis", folder=tmp_path / "wiki")
    with pytest.raises(InvalidArgument, match="another workspace"):
        await (await make_workspace()).deep_search("redis", folder=tmp_path / "wiki")
    manifest = tmp_path / "wiki" / MANIFEST
    for name in ("../full/a.md", "/etc/passwd", "..", "a/b.md", "A.md"):
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "files": {name: "x"}}))
        with pytest.raises(InvalidArgument, match="no page of a wiki"):
            await told.deep_search("redis", folder=tmp_path / "wiki")
    assert (full / "a.md").read_text() == "a"
    for given in ({}, {"text": " "}, {"discard": True}, {"text": "x", "limit": 1_001}, {"text": "x", "hops": 5}):
        with pytest.raises(InvalidArgument):
            await told.deep_search(**given)  # type: ignore[arg-type]


def test_names_are_safe() -> None:
    """No name leaves the folder, is reserved, too long, or equal to another one where letter case says nothing; each is stable."""
    evil = ["../../etc/passwd", "..", ".", "", "CON", "nul", "index", "Index", "sources", "a" * 500, "a/b\\c:d", "Ａ", "名前", "\x00\n",
            "-rf", "~", "$HOME", "a.md", "A", "a"]  # fmt: skip
    names = [file_name(title, f"ent_{n}") for n, title in enumerate(evil)]
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9-]{0,90}\.md", name) for name in names), names
    assert len({name.casefold() for name in names}) == len(evil)
    assert not {"index.md", "sources.md", "con.md"} & set(names)
    assert file_name("A", "ent_1") != file_name("A", "ent_2")
    assert file_name("A", "ent_1") == file_name("A", "ent_1")


async def test_stored_text_stays_text(make_workspace: MakeWorkspace) -> None:
    """Names, reasons and texts cannot make links, headings, tags, comments or lines of their own on a page."""
    workspace = await make_workspace()
    evil = "x](http://evil.example) <script>alert(1)</script> --> # `y`"
    await workspace.remember(
        decision(f"{evil} depends_on core", decision=f"{evil}\n# Heading\n[a](b)", reason="![i](http://evil.example)")
    )
    answer = await workspace.deep_search("core")
    shown = [str((await workspace.deep_search("core", page=p.path)).pages[n].text) for n, p in enumerate(answer.pages)]
    for text in shown:
        assert "<script" not in text
        assert not re.search(r"(?<!\\)\]\(http", text)
        assert not re.search(r"^# Heading", text, re.M)
        assert text.count("-->") == 1
    assert escaped("a\nb\x07c") == "a bc"


async def test_prose(told: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a model the nearest pages open with its words, as a quotation; without one, or with one that fails, nothing is written."""
    with pytest.raises(ModelError, match="GRAPHMEM_MODEL"):
        await told.deep_search("redis", folder=tmp_path / "w", prose=True)
    server = Server(chat("Redis keeps <b>keys</b>.\n# not a heading"))
    model = LanguageModel("small", server.url)
    try:
        monkeypatch.setattr(told._store, "model", model)
        answer = await told.deep_search("redis", folder=tmp_path / "w", prose=True)
        redis = (tmp_path / "w" / next(p.path for p in answer.pages if p.entity and p.title == "redis")).read_text()
        assert "> Redis keeps &lt;b&gt;keys&lt;/b&gt;" in redis
        assert "\n# not" not in redis
        assert answer.tokens == 7 * 4
        before = files(tmp_path / "w")
        server.answers = [chat("ok"), lambda body: (401, "{}", {})]
        with pytest.raises(ModelError):
            await told.deep_search("redis", folder=tmp_path / "w", prose=True)
        assert files(tmp_path / "w") == before
    finally:
        await model.close()
        server.close()


async def test_an_erase_reaches_the_wikis(make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    """After an erase the wikis of the workspace that this machine knows of are gone, and the receipt says what could not be removed."""
    workspace = await make_workspace()
    receipt = await workspace.remember(decision("api depends_on auth"))
    one, two = tmp_path / "one", tmp_path / "two"
    await workspace.deep_search("api", folder=one)
    wiki: Wiki = await workspace.deep_search("api", folder=two)
    (two / "index.md").write_text("changed by hand")
    tried = await workspace.erase(receipt.records[0].id, reason="must go", dry_run=True)
    assert one.exists()
    assert not [w for w in tried.warnings if w.code.startswith("WIKI")]
    done = await workspace.erase(receipt.records[0].id, reason="must go")
    assert not one.exists()
    assert set(os.listdir(two)) == {"index.md", MANIFEST}
    assert done.counts["wiki_pages"] == 2 * len(wiki.pages) - 1
    [warned] = [w for w in done.warnings if w.code == "WIKI_LEFT"]
    assert str(two / "index.md") in warned.message


def test_unknown_lists_and_folders(tmp_path: Path) -> None:
    """A list that is missing or broken, and a folder that is gone, stop nothing."""
    assert discard_all(tmp_path / "none.json", "w").removed == []
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    assert discard_all(broken, "w").left == []
    broken.write_text(json.dumps({str(tmp_path / "gone"): "w"}))
    assert discard_all(broken, "w").left == []
    assert json.loads(broken.read_text()) == {}
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / MANIFEST).write_text("{")
    with pytest.raises(InvalidArgument, match="cannot be read"):
        WikiFolder(tmp_path / "w")


async def test_a_wiki_is_no_source(told: Workspace, make_workspace: MakeWorkspace, tmp_path: Path) -> None:
    """Ingestion leaves a folder out that holds a wiki, wherever it lies, so that the memory does not feed on itself."""
    vault = tmp_path / "vault"
    await told.deep_search("redis", folder=vault / "wiki")
    (vault / "note.md").write_text("# A note\n\nOf my own.")
    other = await make_workspace()
    done = await other.ingest(str(vault))
    assert [d.path for d in (await other.documents()).documents] == ["note.md"], done
    assert (await other.ingest(str(vault / "wiki"))).counts.get("new", 0) == 0
