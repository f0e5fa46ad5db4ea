"""What the explorer asks is of the schema and within the limits; its pages come from the files that were built, or say what is missing."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from graphql import build_schema, parse, validate
from starlette.routing import Router

from graphmem_api.limits import Counter, Limits
from graphmem_api.pages import page_routes

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "api" / "explorer" / "src" / "questions.graphql").read_text(encoding="utf-8")
SCHEMA = build_schema((ROOT / "api" / "schema.graphql").read_text(encoding="utf-8"))
PARTS = {
    m[2]: (m[1], m[0])
    for m in re.finditer(r"^(query|mutation|fragment) (\w+)[^\n]*(?:\n(?!(?:query|mutation|fragment) ).*)*", TEXT, re.M)
}
OPERATIONS = sorted(name for name, (kind, _) in PARTS.items() if kind != "fragment")
SOURCE = "".join(p.read_text(encoding="utf-8") for p in sorted((ROOT / "api" / "explorer" / "src").rglob("*.ts*")))


def document(name: str) -> str:
    """An operation with all fragments that it leads to, as the explorer sends it."""
    wanted = {name: None}
    todo = [name]
    while todo:
        spread = [n for n in dict.fromkeys(re.findall(r"\.\.\.(\w+)", PARTS[todo.pop()][1])) if n not in wanted]
        wanted |= dict.fromkeys(spread)
        todo += spread
    return "\n".join(PARTS[one][1] for one in wanted)


@pytest.mark.parametrize("name", OPERATIONS)
def test_questions(name: str) -> None:
    """Each operation is valid, within the limits of one document, and used."""
    parsed = parse(document(name))
    assert validate(SCHEMA, parsed) == []
    Counter(SCHEMA, parsed, Limits(), {"limit": 200}).check()
    assert f'"{name}"' in SOURCE


async def test_pages_without_a_build(tmp_path: Path) -> None:
    """Where it was not built, `/` says what is missing and leads to what is there; built, it is the page, by its own names only."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(Router(page_routes(tmp_path))), base_url="http://x") as client:
        said = (await client.get("/")).text
        assert "make explorer" in said
        assert '<a href="/queries">' in said
        assert (await client.get("/assets/a.js")).status_code == 404
        (tmp_path / "assets").mkdir()
        (tmp_path / "assets" / "a.js").write_text("1", encoding="utf-8")
        (tmp_path / "index.html").write_text("<title>built</title>", encoding="utf-8")
        assert (await client.get("/")).text == "<title>built</title>"
        assert (await client.get("/assets/a.js")).text == "1"
        for path in ("/assets/..%2findex.html", "/assets/b.js", "/assets/"):
            assert (await client.get(path)).status_code == 404
