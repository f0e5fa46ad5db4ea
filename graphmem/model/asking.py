"""What a person typed, as the words that the full-text index is asked for; any text is a question, and its signs are no syntax."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from math import log

from graphmem.model.lexical import query_words, stems

MAX_WORDS = 48  # words of one question: a paragraph is asked by its strongest ones
MAX_WORD = 255  # characters: the analyzer cuts a longer word there, in the index as here
MAX_TEXT = 20_000  # characters of a question that are read at all

_NAME = re.compile(r"[_./:\d]")
_SPELLED = re.compile(r"[`\"]|\w[_/.:]\w|[a-z][A-Z]|[A-Za-z]\d")
LOOK_UP = 2  # words of a question up to which it is taken for a name


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question, each as plain text.

    `shortened` says that it had more of them than are asked for; `spelled` that it names something by its letters (an identifier,
    a path, a quotation, a word or two), so that who wrote it wants exactly that.
    """

    words: tuple[str, ...]
    shortened: bool = False
    spelled: bool = False

    @property
    def stems(self) -> tuple[str, ...]:
        """The stems that the terms of a workspace are kept by."""
        return tuple(dict.fromkeys(stem for word in self.words for stem in stems(word)))

    def weights(self, degrees: Mapping[str, int], size: int, total: int) -> dict[str, float]:
        """What each word weighs, so that it counts by how rare it is in the workspace of `size`, not in the index of `total`.

        The index weighs a word by all that it holds: the name of a speaker, said in every second message of a conversation, would
        count like a rare word beside other workspaces.
        """
        return {word: _weight(min((degrees.get(s, 0) for s in stems(word)), default=0), size, total) for word in self.words}


def asked(text: str, *, most: int = MAX_WORDS) -> Asked:
    """The words to look for, in the order given; of too many what is said more often, then names, then the longer ones."""
    words = query_words(text[:MAX_TEXT])
    shortened = len(text) > MAX_TEXT or len(words) > most or any(len(w) > MAX_WORD for w in words)
    if len(words) > most:
        said = Counter(text[:MAX_TEXT].lower().split())
        words = sorted(words, key=lambda w: (-said[w], not _NAME.search(w), -len(w)))[:most]
    spelled = len(text.split()) <= LOOK_UP or _SPELLED.search(text[:MAX_TEXT]) is not None
    return Asked(tuple(w[:MAX_WORD] for w in words), shortened, spelled)


def _weight(degree: int, size: int, total: int) -> float:
    """1 for a word of no text known here, less for one of many."""
    if not degree or total <= size:
        return 1.0
    return max(0.05, _rarity(min(degree, size), size) / _rarity(min(degree, total), total))


def _rarity(degree: int, texts: int) -> float:
    """The weight that the index gives to a word of `degree` among so many texts."""
    return log(1 + (texts - degree + 0.5) / (degree + 0.5))
