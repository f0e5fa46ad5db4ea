"""The words of a text: what the full-text index holds, what a question asks it for, the stems that join texts, and what is embedded.

Pure. The text as given stands first, for the index has a tokeniser and an English stemmer of its own; what those miss is
added behind it: the parts of identifiers, forms without accents, and pairs of characters for scripts that write no blanks.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from typing import Any

from graphmem.model.names import fold_accents, parts
from graphmem.model.ontology import KIND_BY_NAME
from graphmem.model.stopwords import STOP_WORDS
from graphmem.model.times import Stated

MOST_TERMS = 40
LONGEST_WORD = 100  # characters of a stem: what is longer is no word

# What the index takes for one word: letters and digits, joined by the signs that its tokeniser keeps inside.
_TOKEN = re.compile(r"\w+(?:[.:]\w+)*")
_VERSION = re.compile(r"v?(\d+(?:\.\d+)+\w*)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"(?<=\w)['’](?=\w)")
# Scripts written without blanks, or in which a word carries endings that no English stemmer takes off.
_RUN = re.compile(
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003134f]+"
)
_LOCAL = threading.local()


def lexical(*texts: str | None) -> str:
    """The texts for the full-text index: as given, then what its tokeniser would miss in them."""
    given = " ".join(t for t in texts if t)
    held = {token.casefold() for token in _TOKEN.findall(given)}
    return " ".join((given, *(word for word in dict.fromkeys(_beside(given)) if word not in held)))


def _beside(text: str) -> Iterable[str]:
    for token in _TOKEN.findall(text):
        yield from _parts_of(token)
        if not token.isascii() and (folded := fold_accents(token).casefold()) != token.casefold():
            yield folded
    yield from pairs(text)


def _parts_of(token: str) -> Iterable[str]:
    if version := _VERSION.fullmatch(token):
        yield from (version[1],) if version[1] != token else ()
    elif len(found := parts(token)) > 1:
        yield from found


def pairs(text: str) -> Iterable[str]:
    """The pairs of neighbouring characters in runs of Han, kana and Hangul, each as one word that no tokeniser splits."""
    for run in _RUN.findall(text) if not text.isascii() else ():
        for at in range(max(1, len(run) - 1)):
            yield "x" + "".join(f"{ord(c):x}" for c in run[at : at + 2])


def query_words(text: str) -> list[str]:
    """What a question asks the full-text index for: its words and their parts, without those that every text has."""
    found: dict[str, None] = {}
    for token in _TOKEN.findall(text):
        folded = fold_accents(token).casefold()
        if folded in STOP_WORDS or _RUN.search(token):
            continue
        found |= dict.fromkeys((folded, *(p for p in _parts_of(token) if p not in STOP_WORDS)))
    return [*found, *dict.fromkeys(pairs(text))]


def stems(text: str) -> list[str]:
    """The stems of a text, each once, in order: English words without stop words, words of other scripts, and pairs."""
    plain = fold_accents(_APOSTROPHE.sub("", text)).casefold()
    words = [w for w in _WORD.findall(_RUN.sub(" ", plain)) if 1 < len(w) <= LONGEST_WORD and w not in STOP_WORDS]
    return list(dict.fromkeys((*_stemmer().stemWords(words), *pairs(text))))


def _stemmer() -> Any:
    """The stemmer of this thread: one is not to be shared."""
    if not hasattr(_LOCAL, "stemmer"):
        import Stemmer

        _LOCAL.stemmer = Stemmer.Stemmer("english")
    return _LOCAL.stemmer


# -- what is embedded


def record_text(kind: str, properties: Mapping[str, Any]) -> str:
    """What a record says: its title, unless that is how its main field begins, and its fields."""
    declared = KIND_BY_NAME.get(kind)
    fields = [str(properties[f]) for f in (*(declared.fields if declared else ()), "text") if properties.get(f)]
    title = str(properties.get("title") or "")
    begins = bool(fields) and " ".join(fields[0].split()).startswith(title.removesuffix("…"))
    return "\n".join(fields if begins else [title, *fields])


def entity_text(name: str, type_: str, description: str | None) -> str:
    """What an entity is: its name, its type in words, and what was said of it last."""
    what = f"{name}, {type_.replace('_', ' ')}"
    return f"{what}: {description}" if description else what


def link_text(source: str, type_: str, target: str, reason: str) -> str:
    """What a link states; where the type says nothing, the reason stands between the two."""
    if type_ == "related_to":
        return f"{source} {reason} {target}"
    return f"{source} {type_.replace('_', ' ')} {target}: {reason}"


def entity_lexical(names: Iterable[str], type_: str, description: str | None, values: Iterable[object]) -> str:
    """The three lines of an entity for the full-text index: its names and type, what it is, the values of its fields.

    Each line can be replaced without knowing the others.
    """
    return "\n".join((names_line(names, type_), about_line(description), values_line(values)))


def names_line(names: Iterable[str], type_: str) -> str:
    return _line(*names, type_.replace("_", " "))


def about_line(description: str | None) -> str:
    return _line(description) if description else ""


def values_line(values: Iterable[object]) -> str:
    return _line(*(str(v) for v in values if v is not None))


def _line(*texts: str | None) -> str:
    return " ".join(lexical(*texts).split())


def dated(start: Stated | None) -> str | None:
    """The day of a text in words, as coarse as it was given."""
    if start is None:
        return None
    words = {"year": "%Y", "month": "%B %Y"}.get(start.precision, "%d %B %Y")
    return f"{start.first:{words}}"
