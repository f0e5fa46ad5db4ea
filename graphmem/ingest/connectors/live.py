"""Sources that are fetched where a token is given: highlights of Readwise (`readwise:`) and stars of GitHub (`stars:`).

The whole list is read each time, page by page; what did not change is known by its content. A list that could not be read to its
end is none: nothing of it is ingested, and nothing ends.
"""

from __future__ import annotations

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlsplit

from graphmem.errors import InvalidArgument
from graphmem.ingest.connectors.highlights import highlights_listing
from graphmem.ingest.connectors.stars import stars_listing
from graphmem.ingest.documents import Listing
from graphmem.ingest.reading import PIECE, Unreadable
from graphmem.language_model import seconds_of
from graphmem.store.services import Service

ANSWER = 30.0  # seconds that one answer may take
TRIES = 4  # of one page
MOST_WAIT = 60.0  # seconds that one fetch waits in all: a service that asks for more is asked another day
MOST_PAGE = 50_000_000  # bytes of one page
MOST_PAGES = 10_000
USUAL_WAIT = 1.0  # seconds before the second try where the service names none; doubled each time
AGAIN = (408, 425, 429, 500, 502, 503, 504)
_NEXT = re.compile(r'<([^>]+)>\s*;[^,]*\brel="?next"?')

Page = tuple[Any, Mapping[str, str]]


def list_live(path: str, source: str, service: Service) -> Listing:
    """All that the service holds now; raises `Unreadable` where that is not to be had, or not to its end."""
    fetching = _Fetching(service)
    return _SERVICES[path](fetching, source)


def live(path: str, services: Mapping[str, Service], *, held: bool) -> Service | None:
    """The service that a path names, None for the path of a file; raises `InvalidArgument` without a token, or for who may not."""
    name = path.strip().lower()
    if name not in _SERVICES:
        return None
    if held:
        raise InvalidArgument("path", f"{name} can be fetched only by a person at this machine; nothing was read")
    service = services.get(name)
    if service is None or not service.token.get_secret_value().strip():
        known = services[name].setting if name in services else name
        raise InvalidArgument("path", f"{name} needs a token: set {known}")
    return service


class _Unmoved(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: it would carry the token to another address."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


@dataclass(slots=True)
class _Fetching:
    """The pages of one service, with its token; no message of an error holds more than its host and what it answered."""

    service: Service
    waited: float = 0.0

    def page(self, url: str, scheme: str, accept: str) -> Page:
        """One page as JSON, and the headers that came with it; raises `Unreadable`."""
        token = self.service.token.get_secret_value().strip()
        headers = {"Authorization": f"{scheme} {token}", "Accept": accept, "User-Agent": "graphmem"}
        why = ""
        for n in range(TRIES):
            try:
                return self._asked(urllib.request.Request(url, headers=headers))
            except urllib.error.HTTPError as error:
                why = f"answered {error.code}"
                error.close()
                self._wait(n, self._asked_to_wait(error, why), why)
            except (urllib.error.URLError, http.client.HTTPException, OSError) as error:
                why = f"did not answer ({type(getattr(error, 'reason', error)).__name__})"
                self._wait(n, None, why)
        raise self._failed("UNREACHABLE", f"{why}, in {TRIES} tries")

    def _asked(self, request: urllib.request.Request) -> Page:
        opener = urllib.request.build_opener(_Unmoved, *([urllib.request.ProxyHandler({})] if self.service.is_here else []))
        found = bytearray()
        with opener.open(request, timeout=ANSWER) as answer:
            while piece := answer.read(PIECE):
                found += piece
                if len(found) > MOST_PAGE:
                    raise self._failed("TOO_LARGE", f"sent a page of more than {MOST_PAGE:,} bytes")
            if (length := answer.headers.get("content-length") or "").isdigit() and int(length) != len(found):
                raise http.client.IncompleteRead(bytes(found[:100]), int(length) - len(found))
            headers = {key.lower(): value for key, value in answer.headers.items()}
        try:
            return json.loads(found), headers
        except (ValueError, RecursionError):
            raise self._failed("UNREADABLE", "sent a page that is no JSON") from None

    def _asked_to_wait(self, error: urllib.error.HTTPError, why: str) -> float | None:
        """How long the service asks to wait; raises `Unreadable` for what waiting does not mend."""
        limited = error.code == 403 and error.headers.get("x-ratelimit-remaining") == "0"
        if error.code in (401, 403) and not limited:
            raise self._failed("TOKEN_REFUSED", f"refuses the token of {self.service.setting} ({error.code})")
        if error.code not in AGAIN and not limited:
            raise self._failed("UNREACHABLE", f"{why}; redirects are not followed" if error.code // 100 == 3 else why)
        asked = seconds_of(error.headers.get("retry-after"))
        reset = error.headers.get("x-ratelimit-reset") or ""
        return max(0.0, float(reset) - time.time()) if asked is None and limited and reset.isdigit() else asked

    def _wait(self, tries: int, asked: float | None, why: str) -> None:
        wait = USUAL_WAIT * 2**tries if asked is None else asked
        if self.waited + wait > MOST_WAIT:
            raise self._failed("RATE_LIMITED", f"{why} and asks to wait {wait:.0f} s: run it again then; nothing was changed")
        self.waited += wait
        time.sleep(wait)

    def _failed(self, code: str, what: str) -> Unreadable:
        return Unreadable(code, f"{urlsplit(self.service.url).hostname} {what}")

    def all(self, first: str, scheme: str, accept: str, following: Callable[[Page], str | None]) -> Iterator[Any]:
        """Every page, as long as one leads to another; raises `Unreadable` for a ring, or for one that leads elsewhere."""
        url: str | None = first
        seen: set[str] = set()
        while url is not None:
            if urlsplit(url)[:2] != urlsplit(first)[:2]:
                raise self._failed("UNREACHABLE", "leads to another address, which is not asked with this token")
            if url in seen or len(seen) >= MOST_PAGES:
                raise self._failed("UNREADABLE", "has pages that come to no end")
            seen.add(url)
            page = self.page(url, scheme, accept)
            yield page[0]
            url = following(page)


def _readwise(fetching: _Fetching, source: str) -> Listing:
    """Its export, by books; of a deleted book or highlight it says so, or nothing."""
    first = f"{fetching.service.url.rstrip('/')}/export/"

    def following(page: Page) -> str | None:
        cursor = page[0].get("nextPageCursor")
        return None if cursor is None else f"{first}?pageCursor={quote(str(cursor), safe='')}"

    books: list[Mapping[str, Any]] = []
    for data in fetching.all(first, "Token", "application/json", following):
        if not isinstance(data, Mapping) or not isinstance(data.get("results"), list):
            raise Unreadable("UNKNOWN_FORMAT", "no export of Readwise: a page lists its results")
        books += [row for row in data["results"] if isinstance(row, Mapping) and not row.get("is_deleted")]
    return highlights_listing(books, source)


def _stars(fetching: _Fetching, source: str) -> Listing:
    """The starred repositories of whoever the token stands for."""
    first = f"{fetching.service.url.rstrip('/')}/user/starred?per_page=100"

    def following(page: Page) -> str | None:
        found = _NEXT.search(page[1].get("link", ""))
        return found[1] if found else None

    rows: list[Any] = []
    for data in fetching.all(first, "Bearer", "application/vnd.github.star+json", following):
        if not isinstance(data, list):
            raise Unreadable("UNKNOWN_FORMAT", "no list of starred repositories")
        rows += data
    return stars_listing(rows, source)


_SERVICES: dict[str, Callable[[_Fetching, str], Listing]] = {"readwise:": _readwise, "stars:": _stars}
