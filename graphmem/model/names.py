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


# -- names that may mean one thing: proposed to a person, never joined

PROPOSE_AT = 0.9
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^\w+#]+|_+")
_PROSE = re.compile(r"[A-Z]?[a-z]+")


def parts(name: str) -> tuple[str, ...]:
    """The words of a name in lower case without accents: `SessionPersister`, `session_persister` and `session persister` alike."""
    return tuple(_plain(p) for p in _BOUNDARY.split(unicodedata.normalize("NFKC", name)) if p)


def fold_key(name: str) -> str:
    """The key under which names that may mean one thing meet: words joined, accents folded, the plural of a prose name dropped.

    A code identifier or an acronym keeps its last letter: `fetchUser` and `fetchUsers`, `HTTP` and `HTTPS` are different things.
    """
    words = list(parts(name))
    last = name.split()[-1] if name.split() else ""
    if words and _PROSE.fullmatch(_without_accents(last)):
        words[-1] = _singular(words[-1])
    leading = "." if name.lstrip().startswith(".") else ""
    return leading + "".join(words)


def probable_duplicate(one: str, other: str) -> float:
    """How likely two names of different keys mean one thing, in 0..1; from `PROPOSE_AT` on the radar asks a person."""
    key = fold_key(one)
    return 0.95 if key and key == fold_key(other) else 0.0


def _plain(text: str) -> str:
    return _without_accents(text).casefold()


def _without_accents(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 4 and word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
