"""Which entities a task names: by a name or alias, by another spelling of one, or by a part that only one of them has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from graphmem.context.common import is_common
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.context import FoundBy, Recognised
from graphmem.model.base import Model
from graphmem.model.names import fold_key, name_key, parts
from graphmem.model.stopwords import STOP_WORDS
from graphmem.store import Reader
from graphmem.store.fulltext import by_part as part_query

MAX_TASK = 20_000  # characters that are looked at
WORDS = 400  # words of a task that are looked at
LONGEST = 6  # words that a name may have here
MOST = 8  # entities that are told of
RUNS = 50  # stretches of such scripts that are looked into
BY_PART = 6  # words of the task that may be parts of names
PART = 5  # letters: a shorter word is no part that tells a thing

_UNIT = re.compile(r"\w+(?:[+#]+(?!\w))?")
_QUOTES = "`\"'“”‘’«»"
# Scripts that write no blanks between words, or endings onto names.
_RUN = re.compile("[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3]{2,}")
_ORDER: dict[FoundBy, int] = {"name": 0, "spelling": 1, "part": 2}


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of a task that may be a name."""

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    quoted: bool
    opens: bool
    """Whether a sentence begins with it, so that its capital says nothing."""

    def tells(self, name: str) -> bool:
        """Whether this spelling means a thing of this name: common words must be written as a name is."""
        if self.quoted:
            return True
        if len(name) < 2 or all(is_common(word) for word in self.words):
            return self.text == name and name != name.lower() and not self.opens
        return len(name) > 2 or self.text == name


class FoundRow(Model):
    """The columns of `read/recognise`: an entity, the key it was found under, and whose name that was before any merge."""

    by: FoundBy
    key: str
    spelled: str
    home: str
    entity: EntityBrief


async def recognise(reader: Reader, task: str, *, by_part: bool = True) -> list[Recognised]:
    """The entities that `task` names, in the order they come in it; the longest name counts where several overlap.

    A part of a name that one thing alone has is enough, unless `by_part` says otherwise.
    """
    spans = list(spans_of(task[:MAX_TASK]))
    keys = {name_key(s.text) for s in spans} - {""}
    folds = {fold_key(s.text) for s in spans if len(s.text) > 3} - {""}
    words = part_words(task[:MAX_TASK]) if by_part else []
    rows = await reader.models(
        "read/recognise", FoundRow, lookups=[f"{reader.workspace}\x1f{key}" for key in sorted(keys)], folds=sorted(folds),
        words=[{"word": w, "query": part_query(reader.workspace, w)} for w in words],
    )  # fmt: skip
    return chosen(spans, rows)


def spans_of(task: str) -> Iterator[Span]:
    """Every run of up to six words that may be a name, with the signs between them."""
    return (_span(task, start, end) for start, end in places_of(task))


def places_of(task: str, *, words: int = WORDS) -> Iterator[tuple[int, int]]:
    """Where each of them begins and ends."""
    units = list(islice(_UNIT.finditer(task), words))
    for n, first in enumerate(units):
        for last in units[n : n + LONGEST]:
            if last.start() - (units[n].end() if last is first else first.end()) > 200:
                break
            yield from _spelled(task, first.start(), last.end())
    for run in islice(_RUN.finditer(task), RUNS):
        for start in range(run.start(), min(run.end(), run.start() + 40)):
            for end in range(start + 2, min(run.end(), start + 10) + 1):
                yield start, end


def _spelled(task: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The words, and the words with a sign before them that names may begin with (`.env`, `@scope/pkg`)."""
    yield start, end
    if start and task[start - 1] in ".@#$/~-":
        yield start - 1, end


def _span(task: str, start: int, end: int) -> Span:
    before, after = task[max(0, start - 1) : start], task[end : end + 1]
    quoted = bool(before) and bool(after) and before in _QUOTES and after in _QUOTES
    opens = not task[:start].strip(f"{_QUOTES} \t") or bool(re.search(r"[.!?:\n]\s*$", task[max(0, start - 4) : start]))
    text = task[start:end]
    return Span(start, end, text, tuple(_UNIT.findall(text)), quoted, opens)


def part_words(task: str) -> list[str]:
    """The words of a task that may be parts of names: long ones that not every task has, identifiers first."""
    found = dict.fromkeys(p for unit in _UNIT.findall(task)[:WORDS] for p in parts(unit) if len(p) >= PART and not is_common(p))
    return sorted(found, key=lambda p: -len(p))[:BY_PART]


def named(task: str, places: Iterable[tuple[int, int]], rows: Iterable[FoundRow], *, most: int) -> list[Recognised]:
    """Of the entities that have one of these names, given by their keys, those that the text names at these places."""
    by_key: dict[str, list[FoundRow]] = {}
    for row in rows:
        by_key.setdefault(row.key, []).append(row)
    spans = (_span(task, start, end) for start, end in places)
    return _longest(((span, row) for span in spans for row in by_key[name_key(span.text)] if span.tells(row.spelled)), most)


def chosen(spans: Sequence[Span], rows: Iterable[FoundRow]) -> list[Recognised]:
    """The longest spans first, exact before loose; what overlaps one that was taken is left out."""
    by_key: dict[tuple[FoundBy, str], list[FoundRow]] = {}
    for row in rows:
        by_key.setdefault((row.by, row.key), []).append(row)
    return _longest(_matches(spans, by_key), MOST)


def _longest(matches: Iterable[tuple[Span, FoundRow]], most: int) -> list[Recognised]:
    taken: list[tuple[Span, FoundRow]] = []
    for span, row in sorted(matches, key=lambda m: (m[1].by == "part", m[0].start - m[0].end, _ORDER[m[1].by])):
        if any(span.start < t.end and t.start < span.end and (t is not span or r.by != row.by) for t, r in taken):
            continue
        if row.entity.id not in {r.entity.id for _, r in taken}:
            taken.append((span, row))
    taken.sort(key=lambda m: m[0].start)
    return [Recognised(entity=row.entity, spelled=span.text, by=row.by) for span, row in taken[:most]]


def _matches(spans: Sequence[Span], by_key: Mapping[tuple[FoundBy, str], list[FoundRow]]) -> Iterator[tuple[Span, FoundRow]]:
    for span in spans:
        for row in by_key.get(("name", name_key(span.text)), ()):
            if span.tells(row.spelled):
                yield span, row
        # A key for loose spellings knows no articles: "the api" is no spelling of "api".
        wordy = len(span.words) > 1 and not STOP_WORDS.isdisjoint(w.casefold() for w in (span.words[0], span.words[-1]))
        for row in () if wordy else by_key.get(("spelling", fold_key(span.text)), ()):
            if span.tells(row.spelled):
                yield span, row
        if len(span.words) == 1:
            owners = [row for part in parts(span.text) for row in by_key.get(("part", part), ())]
            if len({row.entity.id for row in owners}) == 1:
                yield span, owners[0]
