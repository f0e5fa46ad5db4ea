"""Names: what is shown, the key by which a name is one thing, and texts made fit to store."""

import re
import unicodedata
from dataclasses import dataclass

MAX_CHARACTERS = 512
MAX_BYTES = 2048

# Line ends that terminals and editors honour; inside a name each run of them counts as one blank.
_LINE_ENDS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
_CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
_TEXT_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")

# The code points of Unicode's Default_Ignorable_Code_Point, and the interlinear marks: they take no room on screen.
_JOINERS_AND_VARIANTS = "\u200c\u200d\ufe00-\ufe0f"
_OTHER_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_JOINERS_AND_VARIANTS}{_OTHER_INVISIBLE}]")
# Emoji and several scripts need joiners and variation selectors to look right, and those cannot reorder a line.
_ESCAPED = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{_OTHER_INVISIBLE}]")


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
    if _SURROGATE.search(name):
        raise NameRefused("The name holds half a surrogate pair, which is no character: send the whole character.")
    spaced = _LINE_ENDS.sub(" ", name)
    shown = _CONTROLS.sub("", spaced).strip()
    # The length is checked before the key is made: normalising a hostile megabyte takes quadratic time.
    _check_length(shown, "name")
    key = name_key(shown)
    if not key:
        raise NameRefused("The name is empty once blanks and invisible characters are left out: give a visible name.")
    _check_length(key, "normalised name")
    return Name(shown, key, _control_warnings(spaced, _CONTROLS))


def name_key(text: str) -> str:
    """The key of a name: invisible characters dropped, NFKC, case folded, NFKC, blanks collapsed, trimmed."""
    # Invisible characters go first: a joiner between a letter and its accent would keep the two from composing.
    visible = _INVISIBLE.sub("", _CONTROLS.sub("", _LINE_ENDS.sub(" ", text)))
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", visible).casefold())
    return " ".join(folded.split())


def escape_shown(name: str) -> str:
    """The name with direction overrides, controls and other unseen characters written out, for terminals."""
    return _ESCAPED.sub(lambda match: _escape(match.group()), name)


def clean_text(text: str) -> tuple[str, tuple[str, ...]]:
    """The text fit to be stored, and a warning for each sort of character that was dropped or replaced."""
    unix = text.replace("\r\n", "\n").replace("\r", "\n")
    warnings = _control_warnings(unix, _TEXT_CONTROLS)
    cleaned, replaced = _SURROGATE.subn("\ufffd", _TEXT_CONTROLS.sub("", unix))
    if replaced:
        warnings += (f"{replaced} half surrogate pair{_s(replaced)} replaced by U+FFFD",)
    return cleaned, warnings


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


def _escape(character: str) -> str:
    point = ord(character)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"
