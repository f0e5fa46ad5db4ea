"""The one place where text becomes a full-text query: everything a person types is data, never syntax."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping

_SYNTAX = re.compile(r'([+\-&|!(){}\[\]^"~*?:\\/])')
MAX_TERMS = 60


def scope(workspace: str) -> str:
    """The workspace as one exact term of letters and digits; its id itself would be split and stemmed."""
    return "w" + hashlib.sha256(workspace.encode()).hexdigest()[:24]


def escaped(word: str) -> str:
    """The word as a plain term, without the meaning that the query language gives to signs and to AND, OR, NOT."""
    return _SYNTAX.sub(r"\\\1", word.lower())


def fuzzy(workspace: str, words: list[str]) -> str:
    """A query for names that have one of the words, or one that is nearly it, in this workspace alone."""
    terms = [f"{escaped(w)}~" if len(w) > 3 else escaped(w) for w in words[:MAX_TERMS]]
    return f"+scope:{scope(workspace)} +({' '.join(terms)})"


def by_part(workspace: str, word: str) -> str:
    """A query for the names of this workspace that have this word."""
    return f"+scope:{scope(workspace)} +parts:{escaped(word)}"


def slip_terms(keys: Iterable[str]) -> str:
    """The keys that names one slip apart share, each as one exact term of letters and digits."""
    return " ".join("t" + hashlib.sha256(key.encode()).hexdigest()[:12] for key in keys)


def by_slips(workspace: str, keys: Iterable[str]) -> str:
    """A query for the names of this workspace that share one of these keys."""
    return f"+scope:{scope(workspace)} +typos:({slip_terms(keys)})"


def searchable(workspace: str, words: Mapping[str, float]) -> str:
    """A query for what has any of the words in this workspace alone, each with its weight.

    There must be one: without words the workspace as a whole would be found.
    """
    terms = (f"{escaped(word)}^{weight:.3f}" for word, weight in words.items())
    return f"+scope:{scope(workspace)} +lexical:({' '.join(terms)})"
