"""Characters: which are seen, which are not, and the key that makes two spellings of the same characters one name."""

import re
import unicodedata

# Line ends that terminals and editors honour; inside a name each run of them counts as one blank.
LINE_ENDS = re.compile("[\t\n\v\f\r\x85\u2028\u2029]+")
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f]")
SURROGATE = re.compile("[\ud800-\udfff]")

# The code points of Unicode's Default_Ignorable_Code_Point, and the interlinear marks: they take no room on screen.
_JOINERS_AND_VARIANTS = "\u200c\u200d\ufe00-\ufe0f"
_OTHER_INVISIBLE = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_INVISIBLE = re.compile(f"[{_JOINERS_AND_VARIANTS}{_OTHER_INVISIBLE}]")
# Emoji and several scripts need joiners and variation selectors to look right, and those cannot reorder a line.
_ESCAPED = re.compile(f"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff{_OTHER_INVISIBLE}]")


def whole(text: str) -> str:
    """A text fit to be looked up: half a character in it becomes U+FFFD, so that as an id it is unknown like any other."""
    return SURROGATE.sub("\ufffd", text)


def name_key(text: str) -> str:
    """The key of a name: invisible characters dropped, NFKC, case folded, NFKC, blanks collapsed, trimmed."""
    folded = unicodedata.normalize("NFKC", visible(text).casefold())
    return " ".join(folded.split())


def visible(text: str) -> str:
    """The characters that are seen, in NFKC."""
    # Invisible characters go first: a joiner between a letter and its accent would keep the two from composing.
    seen = _INVISIBLE.sub("", CONTROLS.sub("", LINE_ENDS.sub(" ", text)))
    return unicodedata.normalize("NFKC", seen)


def escape_shown(name: str) -> str:
    """The name with direction overrides, controls and other unseen characters written out, for terminals."""
    return _ESCAPED.sub(lambda match: _escape(match.group()), name)


def _escape(character: str) -> str:
    point = ord(character)
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"
