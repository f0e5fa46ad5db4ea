"""Names: what is shown, the key by which a name is one thing, and texts made fit to store."""

import re
import unicodedata
from dataclasses import dataclass

from graphmem.model.alike import PROPOSE_AT, fold_key, probable_duplicate, told_apart, typo_keys
from graphmem.model.characters import CONTROLS, LINE_ENDS, SURROGATE, escape_shown, name_key

__all__ = [
    "MAX_BYTES",
    "MAX_CHARACTERS",
    "PROPOSE_AT",
    "Name",
    "NameRefused",
    "clean_name",
    "clean_text",
    "escape_shown",
    "fold_accents",
    "fold_key",
    "name_key",
    "parts",
    "probable_duplicate",
    "told_apart",
    "typo_keys",
]

MAX_CHARACTERS = 512
MAX_BYTES = 2048

_TEXT_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\w+#]+|_+")


class NameRefused(ValueError):
    """A name is empty after normalising, too long, or holds half a character; nothing was made of it."""

    code = "NAME_REFUSED"


@dataclass(frozen=True, slots=True)
class Name:
    """A name as given, the key under which it is one thing, and what had to be dropped from it."""

    shown: str
    key: str
    warnings: tuple[str, ...] = ()


def clean_name(name: str) -> Name:
    """The name fit to be stored, with its key; raises NameRefused when nothing is left or it is too long."""
    if SURROGATE.search(name):
        raise NameRefused("The name holds half a surrogate pair, which is no character: send the whole character.")
    spaced = LINE_ENDS.sub(" ", name)
    shown = CONTROLS.sub("", spaced).strip()
    # The length is checked before the key is made: normalising a hostile megabyte takes quadratic time.
    _check_length(shown, "name")
    key = name_key(shown)
    if not key:
        raise NameRefused("The name is empty once blanks and invisible characters are left out: give a visible name.")
    _check_length(key, "normalised name")
    return Name(shown, key, _control_warnings(spaced, CONTROLS))


def clean_text(text: str) -> tuple[str, tuple[str, ...]]:
    """The text fit to be stored, and a warning for each sort of character that was dropped or replaced."""
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    warnings = _control_warnings(unix, _TEXT_CONTROLS)
    cleaned, replaced = SURROGATE.subn("\ufffd", _TEXT_CONTROLS.sub("", unix))
    if replaced:
        warnings += (f"{replaced} half surrogate pair{_s(replaced)} replaced by U+FFFD",)
    return cleaned, warnings


def parts(name: str) -> tuple[str, ...]:
    """The words of a name in lower case without accents, for full-text search: camel case, snake case and prose alike."""
    pieces = _BOUNDARY.split(unicodedata.normalize("NFKC", name))
    return tuple(fold_accents(piece).casefold() for piece in pieces if piece)


def _check_length(text: str, what: str) -> None:
    size = len(text.encode("utf-8"))
    if len(text) > MAX_CHARACTERS or size > MAX_BYTES:
        raise NameRefused(
            f"The {what} has {len(text):,} characters and {size:,} bytes: a name may have {MAX_CHARACTERS} characters "
            f"and {MAX_BYTES:,} bytes at most. Give a shorter name and put the rest into the description."
        )


def _control_warnings(text: str, controls: re.Pattern[str]) -> tuple[str, ...]:
    found = controls.findall(text)
    nuls = found.count("\0")
    others = len(found) - nuls
    warnings = []
    if nuls:
        warnings.append(f"{nuls} NUL character{_s(nuls)} removed")
    if others:
        warnings.append(f"{others} control character{_s(others)} removed")
    return tuple(warnings)


def _s(count: int) -> str:
    return "" if count == 1 else "s"


def fold_accents(text: str) -> str:
    """The text in its compatibility form, without accents."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return unicodedata.normalize("NFC", plain)  # the syllables of Hangul had come apart
