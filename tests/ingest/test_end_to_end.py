"""A vault, a repository and a chat export, taken in twice on the command line, then read in all three ways."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from graphmem.settings import Settings
from graphmem.workspace import Workspace
from tests.integration.test_ingest_sources import repository
from tests.openai_server import Server, chat
from tests.real_documents import documents

ROOT = Path(__file__).parents[2]
COMMAND = str(Path(sys.executable).with_name("graphmem"))
NAMES = "MATCH (a:Entity)-[:DEPENDS_ON]->(b:Entity {name: 'numbat'}) RETURN a.name AS name ORDER BY name"

Run = Callable[..., Any]


@pytest.fixture
def run(settings: Settings, workspace: Workspace, tmp_path: Path) -> Run:
    """Runs `graphmem --json` in this test's workspace; the answer, after it went well."""
    password = settings.password.get_secret_value() if settings.password else ""
    told = {
        "GRAPHMEM_URI": settings.uri or "", "GRAPHMEM_USER": settings.user, "GRAPHMEM_PASSWORD": password,
        "GRAPHMEM_WORKSPACE": workspace.name, "GRAPHMEM_AUTHOR": "ana", "GRAPHMEM_HOME": str(tmp_path / "home"),
    }  # fmt: skip

    def graphmem(*arguments: str, **changes: str) -> Any:
        ran = subprocess.run(
            [COMMAND, *arguments, "--json"], env={**os.environ, **told, **changes}, capture_output=True, timeout=600
        )
        assert ran.returncode == 0, ran.stderr.decode()
        return json.loads(ran.stdout)

    return graphmem


def history(folder: Path) -> Path:
    """This repository; where what is tested is an unpacked archive, one that is made."""
    known = subprocess.run(["git", "-C", str(ROOT), "log", "-1"], capture_output=True, check=False).returncode == 0
    return ROOT if known else repository(folder / "app")


def chat_export(folder: Path) -> Path:
    """Two conversations as ChatGPT exports them, one of them with a branch that was left."""

    def conversation(id_: str, title: str, *said: tuple[str, str | None, str, str]) -> dict[str, Any]:
        mapping = {
            node: {"id": node, "parent": parent, "message": {"id": node, "author": {"role": role}, "create_time": 1.78e9,
                   "content": {"content_type": "text", "parts": [text]}}}
            for node, parent, role, text in said
        }  # fmt: skip
        return {"title": title, "conversation_id": id_, "mapping": mapping, "current_node": said[-1][0]}

    both = [
        conversation("c1", "Sessions", ("a", None, "user", "Where do the sessions live?"), ("b", "a", "assistant", "In a cookie."),
                     ("c", "a", "assistant", "They live in the numbat, and a cookie names them.")),
        conversation("c2", "Holiday", ("d", None, "user", "Where is it warm in November?")),
    ]  # fmt: skip
    folder.mkdir()
    (folder / "conversations.json").write_text(json.dumps(both), encoding="utf-8")
    return folder / "conversations.json"


async def counted(workspace: Workspace) -> list[dict[str, Any]]:
    """All nodes by their labels and all edges by their types; each run has an entry of its own in the ledger."""
    mine = f"{{workspace: '{workspace.name}'}}"
    return await workspace._store.command(
        f"MATCH (n {mine}) WHERE NOT n:Job WITH labels(n) AS sort, n.id AS id ORDER BY id RETURN sort, collect(id) AS ids "
        f"UNION ALL MATCH ()-[r {mine}]->() WITH [type(r)] AS sort, r.id AS id ORDER BY id RETURN sort, collect(id) AS ids"
    )


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_twice_then_read_in_three_ways(run: Run, workspace: Workspace, tmp_path: Path) -> None:
    """At least 200 real Markdown files, a real history with decision records, and a chat: again, nothing changes, in seconds."""
    vault = tmp_path / "vault"
    count = documents(vault, 204, markdown=True)
    assert count >= 200
    (vault / "sessions.md").write_text(
        "# Sessions\n\n(kestrel:code_component) -[depends_on]-> (numbat:technology): sessions live there\n"
    )
    code = history(tmp_path)
    export = chat_export(tmp_path / "chats")
    sources = {"vault": (str(vault), "folder"), "code": (str(code), "git"), "chats": (str(export), "conversations")}

    first = {name: run("ingest", path, "--source", name, "--kind", kind) for name, (path, kind) in sources.items()}
    assert {name: (done["state"], done["failed"]) for name, done in first.items()} == dict.fromkeys(sources, ("done", []))
    assert first["vault"]["counts"]["new"] == count + 1
    assert first["code"]["counts"]["new"] >= 2
    assert first["chats"]["counts"]["new"] == 2
    before = sorted(await counted(workspace), key=str)

    second = {name: run("ingest", path, "--source", name, "--kind", kind) for name, (path, kind) in sources.items()}
    for name, done in second.items():
        assert done["counts"]["unchanged"] == first[name]["counts"]["new"]
        assert done["seconds"] < 30
    assert sorted(await counted(workspace), key=str) == before

    around = run("subgraph", "numbat")
    assert {"kestrel", "numbat"} <= {node["name"] for node in around["nodes"]}
    wiki = run("deep-search", "numbat", "--folder", str(tmp_path / "wiki"))
    assert wiki["pages"]
    assert "kestrel" in next((tmp_path / "wiki").rglob("*numbat*.md")).read_text(encoding="utf-8")
    model = Server(chat(NAMES), chat("The kestrel does."))
    try:
        told = run(
            "ask", "what needs the numbat?", GRAPHMEM_MODEL="small", GRAPHMEM_MODEL_URL=model.url, GRAPHMEM_MODEL_KEY="k-1"
        )
    finally:
        model.close()
    assert told["rows"] == [{"name": "kestrel"}]
