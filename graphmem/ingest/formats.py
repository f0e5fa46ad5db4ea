"""Texts out of formats that are none: HTML with the standard library, PDF with pypdf where it is installed."""

from __future__ import annotations

import io
import re
from html.parser import HTMLParser

from graphmem.ingest.markdown import between
from graphmem.ingest.reading import Text, Unreadable, decode

MAX_PAGES = 2_000
MAX_TEXT = 20_000_000  # characters that a file may unfold to
_SILENT = frozenset({"script", "style", "template", "noscript", "svg", "head"})
_BREAKS = frozenset(
    {"p", "div", "br", "li", "tr", "section", "article", "pre", "blockquote", "table", "ul", "ol", "dl", "dt", "dd", "hr"}
)


# What the parser of the standard library stumbles over, or is slow with beyond measure: marked sections, and tags that nobody closed.
_SECTION = re.compile(r"<!\[[^>]*>?")
_OPEN = re.compile(r"<(?![^<>]*>)")


class _Page(HTMLParser):
    """Collects what a reader would see, with headings as Markdown writes them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.title = ""
        self._silent: list[str] = []
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_title |= tag == "title"
        if self._silent == ["head"] and (tag == "body" or tag in _BREAKS or re.fullmatch("h[1-6]", tag)):
            self._silent.clear()  # nobody has to close a head
        if tag in _SILENT:
            self._silent.append(tag)
        elif re.fullmatch("h[1-6]", tag):
            self.parts.append("\n\n" + "#" * int(tag[1]) + " ")
        elif tag in _BREAKS:
            self.parts.append("\n- " if tag == "li" else "\n")

    def handle_endtag(self, tag: str) -> None:
        self._in_title &= tag != "title"
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()
        elif re.fullmatch("h[1-6]", tag) or tag in _BREAKS:
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title += data
        elif not self._silent:
            self.parts.append(data)


def html_text(data: bytes) -> Text:
    """The text of a page, without what only browsers read."""
    text = decode(data)
    parts = [part.replace("<!--", "&lt;!--") for part, inside in between(text.text, "<!--", "-->") if not inside]
    page = _Page()
    page.feed(_OPEN.sub("&lt;", _SECTION.sub("", "".join(parts))))
    page.close()
    told = re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+", " ", "".join(page.parts))).strip()
    return Text(told or page.title.strip(), text.notes)


def pdf_text(data: bytes) -> Text:
    """The text of a PDF; raises `Unreadable` for a broken or too long one, or where `graphmem[pdf]` is not installed."""
    try:
        from pypdf import PdfReader
        from pypdf.errors import PyPdfError
    except ImportError:
        raise Unreadable("EXTRA_MISSING", "PDF files need: pip install 'graphmem[pdf]'") from None
    try:
        pages = PdfReader(io.BytesIO(data)).pages
        if len(pages) > MAX_PAGES:
            raise Unreadable("TOO_LARGE", f"{len(pages):,} pages, at most {MAX_PAGES:,} are read")
        told, length = [], 0
        for page in pages:
            told.append(page.extract_text())
            length += len(told[-1])
            if length > MAX_TEXT:
                raise Unreadable("TOO_LARGE", f"unfolds to more than {MAX_TEXT:,} characters")
    except (PyPdfError, ValueError, KeyError, TypeError, RecursionError, OSError) as error:
        raise Unreadable("UNREADABLE", f"no PDF that can be read: {type(error).__name__}") from None
    return Text("\n\n".join(told).replace("\x00", ""))
