"""What a person typed, as the words that the full-text index is asked for; any text is a question, and its signs are no syntax."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from graphmem.model.lexical import query_words

MAX_WORDS = 48  # words of one question: a paragraph is asked by its strongest ones
MAX_WORD = 255  # characters: the analyzer cuts a longer word there, in the index as here
MAX_TEXT = 20_000  # characters of a question that are read at all

_NAME = re.compile(r"[_./:\d]")


@dataclass(frozen=True, slots=True)
class Asked:
    """The words of a question, each as plain text; `shortened` says that it had more of them than are asked for."""

    words: tuple[str, ...]
    shortened: bool = False


def asked(text: str, *, most: int = MAX_WORDS) -> Asked:
    """The words to look for, in the order given; of too many what is said more often, then names, then the longer ones."""
    words = query_words(text[:MAX_TEXT])
    shortened = len(text) > MAX_TEXT or len(words) > most or any(len(w) > MAX_WORD for w in words)
    if len(words) > most:
        said = Counter(text[:MAX_TEXT].lower().split())
        words = sorted(words, key=lambda w: (-said[w], not _NAME.search(w), -len(w)))[:most]
    return Asked(tuple(w[:MAX_WORD] for w in words), shortened)
