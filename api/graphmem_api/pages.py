"""The pages that the server has: the explorer, where it is built, and the query page. They tell nothing of what is stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from graphmem.browser.guide import guide

HERE = Path(__file__).parent
QUERIES = HERE / "page"
EXPLORER = HERE / "explorer"  # made by `make explorer` and packed into the wheel
ASSETS = "/assets/"
GUIDE = "/guide.html"
Page = Callable[[Request], Response]  # Starlette runs it in a thread: it looks at the disk

MISSING = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>graphmem</title><link rel="stylesheet" href="/page.css"></head><body>
<header><h1>graphmem</h1></header>
<main><section><h2>The explorer is not built here</h2>
<p>This is a checkout, and the explorer is made of TypeScript. <code>make explorer</code> builds it; that needs
<code>npm</code> (Node 20 or newer). An installed wheel has it inside and needs neither.</p>
<p>All else works: <a href="/queries">the query page</a>, and GraphQL at <code>/graphql</code>.</p></section></main>
</body></html>
"""


def page_routes(explorer: Path = EXPLORER) -> list[Route]:
    """`/` is the explorer, or says what it lacks; `/queries` is the query page."""
    return [
        Route("/", _file(explorer / "index.html", missing=MISSING)),
        Route(ASSETS + "{name}", _assets(explorer / "assets")),
        Route("/queries", _file(QUERIES / "index.html")),
        Route(GUIDE, _guide),
        *(Route(f"/{name}", _file(QUERIES / name)) for name in ("page.js", "page.css")),
    ]


def _guide(request: Request) -> Response:
    """The guide for Neo4j Browser, which fetches it from its own origin; nothing in it is of any memory."""
    return HTMLResponse(guide(), headers={"access-control-allow-origin": "*"})


def _file(path: Path, missing: str = "") -> Page:
    """A page that answers with one file, whatever the request says of it; looked for each time, for it may be built later."""

    def answer(request: Request) -> Response:
        return FileResponse(path) if path.is_file() or not missing else HTMLResponse(missing)

    return answer


def _assets(folder: Path) -> Page:
    """A page that answers with a file of the folder by its plain name; only names that are listed there lead anywhere."""

    def answer(request: Request) -> Response:
        name = request.path_params["name"]
        found = {path.name: path for path in folder.iterdir() if path.is_file()} if folder.is_dir() else {}
        return FileResponse(found[name]) if name in found else PlainTextResponse("Not Found", status_code=404)

    return answer
