"""Secrets are masked before anything is keyed, embedded, logged or stored: one routine for every way in."""

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from graphmem.secret_assignments import CONTEXTS
from graphmem.secret_patterns import PATTERNS, SecretPattern, by_regex

Span = tuple[int, int, int, str]  # start, end, rank of the pattern, kind
DEFAULT_TABLE = (*PATTERNS, *CONTEXTS)

_MASK = re.compile(r"\[secret:[a-z0-9][a-z0-9-]{0,39}:[0-9a-f]{8}\]")
_ROUNDS = 5
_FILLER = "\uffff"
_KIND = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
# What a line end looks like inside a token: blanks, a continuation sign, a quote closed and opened again, a quote mark.
_LINE_BREAK = re.compile(r"[ \t]{0,8}(?:\\|[\"'][ \t]{0,4}[+.\\]?[ \t]{0,4})?\r?\n[ \t]{0,40}(?:[>#|*]{1,3}[ \t]{0,8})?[\"']?")
_PROSE = re.compile(r"[A-Za-z]?[a-z]*")


class PatternRefused(ValueError):
    """A pattern that a user added cannot be used: its kind or its expression is malformed."""

    code = "PATTERN_REFUSED"


@dataclass(frozen=True, slots=True)
class Redaction:
    """What was masked and where it stood in the original text; the secret itself is only told by its digest."""

    kind: str
    start: int
    end: int
    digest: str

    @property
    def mask(self) -> str:
        """The text that stands in the secret's place."""
        return f"[secret:{self.kind}:{self.digest}]"


class Redactor:
    """Masks the secrets of the default table and of `extra`, patterns a user adds, each with its kind."""

    def __init__(self, extra: Iterable[tuple[str, str]] = ()) -> None:
        """Raises PatternRefused where a kind or an expression of `extra` is malformed."""
        added = (_added(kind, regex) for kind, regex in extra)
        self._table = tuple(enumerate((*DEFAULT_TABLE, *added)))
        self._needles = frozenset(needle for _, pattern in self._table for needle in pattern.needles)

    def redact(self, text: str) -> tuple[str, tuple[Redaction, ...]]:
        """The text with every secret masked, and what was masked; masking again changes nothing more."""
        masks = [match.span() for match in _MASK.finditer(text)]
        found: list[Span] = []
        # A secret that leaned on another comes to light only when that one is hidden: the second round finds nothing
        # in any ordinary text, and a hostile one gets no more than a few.
        for _ in range(_ROUNDS):
            if not (spans := _merged(self._spans(_hide(text, masks)), masks)):
                break
            found += spans
            masks = sorted([*masks, *(span[:2] for span in spans)])
        redactions = tuple(_redaction(text, start, end, kind) for start, end, _, kind in sorted(found))
        return _masked(text, redactions), redactions

    def _spans(self, text: str) -> Iterator[Span]:
        """Every span that a pattern of the table finds."""
        held = self._held(text)
        for rank, pattern in held:
            yield from ((start, end, rank, pattern.kind) for start, end in pattern.find(text))
        broken = [(rank, pattern) for rank, pattern in held if pattern.split]
        for view in _views(text) if broken and "\n" in text else ():
            for rank, pattern in broken:
                yield from ((start, end, rank, pattern.kind) for start, end in view.find(pattern))

    def _held(self, text: str) -> list[tuple[int, SecretPattern]]:
        """The patterns that the text may hold, with their rank in the table."""
        lowered = text.lower()
        present = {needle for needle in self._needles if needle in lowered}
        return [row for row in self._table if not row[1].needles or not present.isdisjoint(row[1].needles)]


def redact(text: str) -> tuple[str, tuple[Redaction, ...]]:
    """The text with every secret masked that the default table or a pattern in use knows, and what was masked."""
    return _REDACTORS[-1].redact(text)


def use(patterns: Iterable[tuple[str, str]]) -> Callable[[], None]:
    """From now on `redact` masks what these patterns find too, until what is returned is called; raises PatternRefused.

    They count for the whole process, whichever memory they were read for: a text masked needlessly can be stated again, one that
    was stored unmasked is there.
    """
    given = tuple(patterns)
    Redactor(given)  # what is refused is not in use
    _IN_USE.append(given)
    _renew()

    def no_more() -> None:
        _IN_USE.remove(given)
        _renew()

    return no_more


def _renew() -> None:
    """One redactor for all patterns in use."""
    added = dict.fromkeys(pattern for patterns in _IN_USE for pattern in patterns)
    _REDACTORS[:] = [Redactor(tuple(added)) if added else _DEFAULT]


class _View:
    """The text with some of its line ends taken out, so that a token broken by one is whole again."""

    def __init__(self, text: str, breaks: Iterable[tuple[int, int]]) -> None:
        pieces, position, joints, removed = [], 0, [0], [0]
        for start, end in breaks:
            pieces.append(text[position:start])
            joints.append(joints[-1] + start - position)
            removed.append(removed[-1] + end - start)
            position = end
        pieces.append(text[position:])
        self.text = "".join(pieces)
        self._joints, self._removed = joints, removed

    def find(self, pattern: SecretPattern) -> Iterator[tuple[int, int]]:
        """The spans, in the original text, of the matches that lie across a line end that was taken out."""
        for start, end in pattern.find(self.text):
            end = self._without_prose(pattern, start, end)
            if self._crosses(start, end):
                yield self._original(start), self._original(end - 1) + 1

    def _without_prose(self, pattern: SecretPattern, start: int, end: int) -> int:
        """The end of the token, without a word that only begins the next line."""
        joint = self._joints[bisect_right(self._joints, end - 1) - 1]
        if start < joint and _PROSE.fullmatch(self.text, joint, end):
            whole = self.text[start:joint]
            if (0, len(whole)) in pattern.find(whole):
                return joint
        return end

    def _crosses(self, start: int, end: int) -> bool:
        return self._joints[bisect_right(self._joints, end - 1) - 1] > start

    def _original(self, position: int) -> int:
        return position + self._removed[bisect_right(self._joints, position) - 1]


def _views(text: str) -> Iterator[_View]:
    """The text without every other line end, twice, and without all: tokens over two lines, and over many."""
    breaks = [match.span() for match in _LINE_BREAK.finditer(text)]
    if len(breaks) > 1:
        yield _View(text, breaks[::2])
        yield _View(text, breaks[1::2])
    yield _View(text, breaks)


def _added(kind: str, regex: str) -> SecretPattern:
    if not _KIND.fullmatch(kind):
        raise PatternRefused(f"{kind!r} is no kind of secret: use up to 40 lower-case letters, digits and hyphens.")
    try:
        compiled = re.compile(regex)
    except re.error as error:
        raise PatternRefused(f"The pattern of {kind!r} is no regular expression ({error}): correct it.") from error
    return SecretPattern(kind, (), by_regex(compiled))


def _merged(spans: Iterable[Span], masks: list[tuple[int, int]]) -> list[Span]:
    """Disjoint spans outside of `masks`, in order: what overlaps is one secret, of the kind first in the table."""
    merged: list[Span] = []
    for span in sorted(set(spans)):
        start, end = span[:2]
        if _touches(masks, start, end):  # it would mask a mask
            continue
        if merged and start < merged[-1][1]:
            before = merged.pop()
            rank, kind = min(before[2:], span[2:])
            merged.append((before[0], max(before[1], end), rank, kind))
        else:
            merged.append(span)
    return merged


def _touches(masks: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether one of the disjoint, sorted `masks` overlaps the span."""
    index = bisect_right(masks, (start, end))
    return (index > 0 and masks[index - 1][1] > start) or (index < len(masks) and masks[index][0] < end)


def _hide(text: str, masks: Iterable[tuple[int, int]]) -> str:
    """The text with each mask filled up: its length and edges are kept, and nothing in it looks like a secret."""
    pieces, position = [], 0
    for start, end in masks:
        filled = f"[{_FILLER * (end - start - 2)}]" if end - start > 1 else _FILLER
        pieces += [text[position:start], filled]
        position = end
    return "".join([*pieces, text[position:]])


def _redaction(text: str, start: int, end: int, kind: str) -> Redaction:
    """A token broken by a line end has the digest of the whole one."""
    secret = _LINE_BREAK.sub("", text[start:end]) if kind in _SPLIT_KINDS else text[start:end]
    return Redaction(kind, start, end, hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:8])


def _masked(text: str, redactions: Iterable[Redaction]) -> str:
    pieces, position = [], 0
    for redaction in redactions:
        pieces += [text[position : redaction.start], redaction.mask]
        position = redaction.end
    return "".join([*pieces, text[position:]])


_SPLIT_KINDS = frozenset(pattern.kind for pattern in DEFAULT_TABLE if pattern.split)
_DEFAULT = Redactor()
_REDACTORS = [_DEFAULT]  # the one that `redact` asks
_IN_USE: list[tuple[tuple[str, str], ...]] = []
