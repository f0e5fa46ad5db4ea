"""Markdown as people write notes: front matter, wiki links, embeds, tags, aliases, fields within lines."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Any
from urllib.parse import unquote

MAX_FRONT = 64_000  # characters of a front matter
MAX_VALUES = 2_000  # values in it: aliases of YAML can make of few lines many
_CLOSED = re.compile(r"\A---[ \t]*\n(.*?)(?:^|\n)---[ \t]*(?:\n|\Z)", re.S)
_CODE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^(?P=fence)[`~]*[ \t]*$|\Z)|(?<!`)(?P<ticks>`+)(?!`).{0,5000}?(?<!`)(?P=ticks)(?!`)",
    re.S | re.M,
)
COMMENTS = (("%%", "%%"), ("<!--", "-->"))
_WIKI = re.compile(r"(?P<embed>!?)\[\[(?P<inner>[^\[\]\n]*)\]\]")
_LINK = re.compile(r"(?<!!)\[[^\[\]\n]*\]\((?P<target><[^<>\n]+>|[^()\s]+)(?:\s+\"[^\"\n]*\")?\)")
_TAG = re.compile(r"(?<![\w/#&])#(?P<tag>[^\W\d_][\w/-]*|\d+[^\W\d][\w/-]*)")
_FIELD = re.compile(r"^[ \t>*+-]*(?:\[|\()?(?P<key>[A-Za-z][\w -]{0,40}?)::[ \t]*(?P<value>[^\n]+)$", re.M)
_H1 = re.compile(r"^#[ \t]+(.+?)[ \t#]*$", re.M)
_LOOSE = re.compile(r"^([A-Za-z_][\w -]*):[ \t]*(.*)$", re.M)


@dataclass(frozen=True, slots=True)
class Link:
    """A link out of a note: to what, whether it is shown in it, the field that holds it, and the line it stands in."""

    target: str
    embed: bool = False
    field: str | None = None
    line: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """What a note says of itself and whom it points to; `body` is its text behind the front matter, `offset` where that begins."""

    body: str
    offset: int = 0
    title: str | None = None
    fields: Mapping[str, Any] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    notes: tuple[str, ...] = ()


def parse_note(text: str) -> Note:
    """The note that a text is; broken front matter is read line by line, and told."""
    front, offset, notes = _front(text)
    body = text[offset:]
    plain = _CODE.sub(_blank, body)
    for opens, closes in COMMENTS:
        plain = _without(plain, opens, closes)
    fields = {key: value for key, value in front.items() if key.casefold() not in ("tags", "tag", "aliases", "alias")}
    lowered = {key.casefold(): value for key, value in front.items()}
    tags, dropped = _words(lowered.get("tags", lowered.get("tag")))
    if dropped:
        notes.append(f"{dropped} empty tags were left out")
    aliases, _ = _words(lowered.get("aliases", lowered.get("alias")), split=False)
    heading = _H1.search(plain)
    title = fields.get("title") if isinstance(fields.get("title"), str) else None
    return Note(
        body=body, offset=offset, title=(title or (heading[1] if heading else None) or "").strip() or None, fields=fields,
        aliases=tuple(aliases), tags=tuple(dict.fromkeys((*(t.removeprefix("#") for t in tags), *_tags(plain)))),
        links=tuple(dict.fromkeys((*_field_links(front), *_links(plain)))), notes=tuple(notes),
    )  # fmt: skip


def _blank(found: re.Match[str]) -> str:
    return _blanked(found[0])


def _blanked(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _without(text: str, opens: str, closes: str) -> str:
    """The text with blanks in place of what lies between two marks; one that is not closed hides nothing."""
    return "".join(_blanked(part) if inside else part for part, inside in between(text, opens, closes))


def between(text: str, opens: str, closes: str) -> Iterator[tuple[str, bool]]:
    """The parts of a text, and whether each lies between two marks, these included; in one pass, however many are not closed."""
    at = 0
    while (begins := text.find(opens, at)) >= 0 and (ends := text.find(closes, begins + len(opens))) >= 0:
        yield text[at:begins], False
        at = ends + len(closes)
        yield text[begins:at], True
    yield text[at:], False


def _front(text: str) -> tuple[dict[str, Any], int, list[str]]:
    """The front matter, where the body begins, and what was wrong with it; every value is the text that was written."""
    found = _CLOSED.match(text)
    if found is None or not found[1].strip() or len(found[1]) > MAX_FRONT:
        return {}, 0, []
    import yaml

    try:
        read = yaml.load(found[1], Loader=yaml.BaseLoader)
    except (yaml.YAMLError, ValueError, RecursionError):
        loose = {m[1].strip(): m[2].strip() for m in _LOOSE.finditer(found[1])}
        return loose, found.end(), ["the front matter is no valid YAML; its lines were read one by one"]
    if not isinstance(read, dict):  # a rule as the first line, then text
        return {}, 0, []
    counted = [0]
    return {str(key): _plain(value, counted) for key, value in read.items()}, found.end(), []


def _plain(value: Any, counted: list[int], depth: int = 0) -> Any:
    counted[0] += 1
    if counted[0] > MAX_VALUES or depth > 8:
        return None
    if isinstance(value, dict):
        return {str(k): _plain(v, counted, depth + 1) for k, v in value.items()}
    if isinstance(value, list):
        return [_plain(v, counted, depth + 1) for v in value]
    return str(value)


def _words(value: Any, *, split: bool = True) -> tuple[list[str], int]:
    """A list of texts, or one text; empty ones and `null` are counted apart."""
    given = value if isinstance(value, list) else re.split(r"[,\s]+", value) if isinstance(value, str) and split else [value]
    texts = [v.strip() for v in given if isinstance(v, str)]
    kept = [t for t in texts if t and t not in ("null", "~")]
    return kept, len([t for t in texts if t in ("null", "~", "")])


def _tags(plain: str) -> Iterator[str]:
    for found in _TAG.finditer(_WIKI.sub(_blank, _LINK.sub(_blank, plain))):
        yield found["tag"].rstrip("/-")


def _field_links(front: Mapping[str, Any]) -> Iterator[Link]:
    """Links in the front matter: `related: [[Project X]]`, which YAML reads as a list in a list, or as a text in quotes."""
    for key, value in front.items():
        for target in _linked(value):
            yield Link(target, field=key, line=f"{key}: {target}")


def _linked(value: Any, depth: int = 0) -> Iterator[str]:
    if isinstance(value, str):
        yield from (t for m in _WIKI.finditer(value) if (t := _target(m["inner"])))
    elif isinstance(value, list) and len(value) == 1 and isinstance(value[0], list):
        yield from (t for v in value[0] if isinstance(v, str) and (t := _target(v)))
    elif isinstance(value, list) and depth < 4:
        for part in value:
            if (isinstance(part, list) and len(part) == 1 and isinstance(part[0], list)) or isinstance(part, str | list):
                yield from _linked(part, depth + 1)


def _links(plain: str) -> Iterator[Link]:
    fields = [(m.start(), m.end(), m["key"].strip()) for m in _FIELD.finditer(plain)]

    def field_at(place: int) -> str | None:
        before = bisect_right(fields, place, key=itemgetter(0))
        return fields[before - 1][2] if before and place < fields[before - 1][1] else None

    for found in _WIKI.finditer(plain):
        if target := _target(found["inner"]):
            yield Link(target, found["embed"] == "!", field_at(found.start()), _line(plain, found.start()))
    for found in _LINK.finditer(plain):
        target = unquote(found["target"].strip("<>")).split("#")[0]
        if re.search(r"\.(md|markdown)$", target, re.I) and "://" not in target:
            yield Link(target, field=field_at(found.start()), line=_line(plain, found.start()))


def _target(inner: str) -> str:
    """What a wiki link leads to: without its heading, block and alias; empty where it leads into its own note."""
    return inner.replace("\\|", "|").split("|")[0].split("#")[0].strip().rstrip("\\").strip()


def _line(text: str, place: int) -> str:
    start, end = text.rfind("\n", 0, place) + 1, text.find("\n", place)
    return " ".join(text[start : end if end >= 0 else len(text)].split())[:300]
