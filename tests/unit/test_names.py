"""Names and texts: design 3.1; cases ENT-01, ENT-02, ENT-04, ENT-09, ENT-10."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphmem.model.names import NameRefused, clean_name, clean_text, escape_shown, name_key

ANY_TEXT = st.text(st.characters(), max_size=60)  # every code point, half surrogate pairs included

HOSTILE = [
    r"C:\repo\src\main.py",
    "AC/DC",
    "a|b",
    "Port: 8080",
    'say `hi` "now" O\'Neil',
    "100% {done} $x",
    "🦊 Fox",
    "مرحبا-2",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_ent_01_shown_as_given(name: str) -> None:
    """A name is kept byte for byte for display, with no warning, and its key finds it again."""
    cleaned = clean_name(name)
    assert cleaned.shown == name
    assert cleaned.warnings == ()
    assert clean_name(cleaned.shown).key == cleaned.key


def test_ent_01_distinct() -> None:
    """Eight names of punctuation are eight keys."""
    assert len({clean_name(name).key for name in HOSTILE}) == len(HOSTILE)


def test_ent_02_case_and_blanks() -> None:
    """Case and blanks never make a second entity; a plural is a name of its own."""
    same = {clean_name(name).key for name in ("Systems Thinking", "systems thinking", " Systems  Thinking ")}
    assert same == {"systems thinking"}
    assert clean_name("Operator").key != clean_name("Operators").key


def test_ent_04_symbols_count() -> None:
    """No symbol is stripped to build a key."""
    names = ["C", "C++", "C#", ".NET", "Net", "Node.js", "nodejs", "HTTP", "HTTPS", "fetchUser", "fetchUsers"]
    assert len({clean_name(name).key for name in names}) == 11


@pytest.mark.parametrize(
    ("name", "shown", "key", "warnings"),
    [
        ("Acme\u0000Corp", "AcmeCorp", "acmecorp", ("1 NUL character removed",)),
        ("A\u0000\u0000\u001bb\u0085c", "Ab c", "ab c", ("2 NUL characters removed", "1 control character removed")),
        ("Ac\u200bme", "Ac\u200bme", "acme", ()),
        ("\u202egnp.exe", "\u202egnp.exe", "gnp.exe", ()),
        ("Line1\nLine2", "Line1 Line2", "line1 line2", ()),
        ("Line1\r\n\tLine2\n", "Line1 Line2", "line1 line2", ()),
        ("Line1\u2028Line2", "Line1 Line2", "line1 line2", ()),
        ("a\u001fb", "ab", "ab", ("1 control character removed",)),
    ],
)
def test_ent_09_unseen_characters(name: str, shown: str, key: str, warnings: tuple[str, ...]) -> None:
    """Controls are dropped with a warning, line ends are blanks, and what cannot be seen makes no second key."""
    cleaned = clean_name(name)
    assert (cleaned.shown, cleaned.key, cleaned.warnings) == (shown, key, warnings)


@pytest.mark.parametrize("name", ["Blue\ud83d", "\udd8a", "\ud83e\udd8a"])
def test_ent_09_half_pair(name: str) -> None:
    """Half a surrogate pair is refused in a name."""
    with pytest.raises(NameRefused, match="half a surrogate pair"):
        clean_name(name)


@pytest.mark.parametrize("name", ["", "   ", "\u00a0\u200b", "\n\t", "\u0000", "\u202e\u2066", "\u3164", "\ufeff"])
def test_ent_10_empty(name: str) -> None:
    """A name of which nothing can be seen is refused."""
    with pytest.raises(NameRefused, match="empty") as refused:
        clean_name(name)
    assert refused.value.code == "NAME_REFUSED"


def test_longest() -> None:
    """512 characters and 2,048 bytes are the most, blanks around them aside."""
    assert len(clean_name("  " + "x" * 512 + "\n").shown) == 512
    assert len(clean_name("🦊" * 512).key.encode()) == 2048


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("x" * 513, "The name"),
        ("x" * 3_000_000, "The name"),
        ("\u0315\u0300" * 500_000, "The name"),
        ("ﷺ" * 512, "The normalised name"),
        ("\ufb03" * 200, "The normalised name"),
    ],
)
def test_too_long(name: str, what: str) -> None:
    """The name and its key are both bounded, before a hostile one costs anything."""
    with pytest.raises(NameRefused, match=what):
        clean_name(name)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Straße", "STRASSE"),
        ("ﬁle", "File"),
        ("Ｋａｆｋａ", "kafka"),
        ("cafe\u0301", "Café"),
        ("a\u200d\u0301", "á"),
        ("x²", "X2"),
        ("ΣΊΣΥΦΟΣ", "σίσυφος"),
        ("Ángström", "A\u0301NGSTRO\u0308M"),
        ("a\u00a0b", "A B"),
        ("❤\ufe0f", "❤"),
    ],
)
def test_same_key(a: str, b: str) -> None:
    """Two ways to write the same characters are one key."""
    assert name_key(a) == name_key(b)


@pytest.mark.parametrize(("a", "b"), [("café", "cafe"), ("i", "ı"), ("ana", "anna"), ("a-b", "a b"), ("а", "a")])
def test_other_key(a: str, b: str) -> None:
    """Nothing looser joins two names: no accent is stripped, no script folded into another."""
    assert name_key(a) != name_key(b)


@given(ANY_TEXT)
@example("a\u0345\u0301")
@example("\u0300\u200b\u0315 \u0301")
@example("x\u1160\uffa0\u3164")
def test_key_is_idempotent(text: str) -> None:
    """The key of a key is that key, for any text of Unicode."""
    key = name_key(text)
    assert name_key(key) == key


def test_key_is_idempotent_everywhere() -> None:
    """Every assigned code point is idempotent alone and between letters and accents."""
    points = [c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(c) not in ("Cn", "Co")]
    once = name_key(" ".join(f"{c} a{c}\u0301 {c}\u0345\u0301" for c in points))
    twice = name_key(once)
    assert [pair for pair in zip(once.split(" "), twice.split(" "), strict=True) if pair[0] != pair[1]] == []
    assert once.count(" ") > 2 * len(points) > 250_000


@given(ANY_TEXT)
def test_key_is_invariant(text: str) -> None:
    """Upper-casing a folded key, decomposing it, padding it or hiding characters in it leads back to it."""
    key = name_key(text)
    assert name_key(unicodedata.normalize("NFD", key)) == key
    assert name_key(f" \u200b{key}\u202e\n") == key
    assert name_key(name_key(key.upper())) == name_key(key.upper())


@given(ANY_TEXT)
def test_any_name(text: str) -> None:
    """Any text is refused by name or becomes a name that cleans to itself without a warning."""
    try:
        name = clean_name(text)
    except NameRefused:
        return
    again = clean_name(name.shown)
    assert (again.shown, again.key, again.warnings) == (name.shown, name.key, ())
    name.shown.encode()


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("a\u200bb", r"a\u200bb"),
        ("a\x1b[31mb\x07", r"a\x1b[31mb\x07"),
        ("a\nb", r"a\x0ab"),
        ("tag\U000e0041", r"tag\U000e0041"),
        ("half\ud83d", r"half\ud83d"),
        ("👩\u200d💻 ❤\ufe0f می\u200cخواهم é 日本", "👩\u200d💻 ❤\ufe0f می\u200cخواهم é 日本"),
        (r"C:\repo\u202e", r"C:\repo\u202e"),
    ],
)
def test_escape_shown(name: str, shown: str) -> None:
    """A terminal sees direction overrides and controls written out, and real scripts and emoji as they are."""
    assert escape_shown(name) == shown


@given(ANY_TEXT)
def test_escaped_is_printable(text: str) -> None:
    """What is escaped holds no control, no override and no half pair, and escaping twice changes nothing."""
    escaped = escape_shown(text)
    assert not any(unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") for character in escaped)
    assert not any(unicodedata.bidirectional(character) in BIDI_CONTROLS for character in escaped)
    assert escape_shown(escaped) == escaped


BIDI_CONTROLS = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}


@pytest.mark.parametrize(
    ("text", "cleaned", "warnings"),
    [
        ("one\ttab\nand a line", "one\ttab\nand a line", ()),
        ("dos\r\nold mac\rend", "dos\nold mac\nend", ()),
        ("Acme\u0000Corp", "AcmeCorp", ("1 NUL character removed",)),
        ("a\x1b[0m\x07b", "a[0mb", ("2 control characters removed",)),
        ("Blue\ud83d", "Blue\ufffd", ("1 half surrogate pair replaced by U+FFFD",)),
        (
            "\0\x85\ud83d\udd8a",
            "\ufffd\ufffd",
            (
                "1 NUL character removed",
                "1 control character removed",
                "2 half surrogate pairs replaced by U+FFFD",
            ),
        ),
        ("", "", ()),
        ("\u202eabc\u200b", "\u202eabc\u200b", ()),
    ],
)
def test_clean_text(text: str, cleaned: str, warnings: tuple[str, ...]) -> None:
    """A text keeps tabs and lines, loses other controls, and each loss is a warning."""
    assert clean_text(text) == (cleaned, warnings)


@given(ANY_TEXT)
def test_clean_text_is_idempotent(text: str) -> None:
    """A cleaned text can be encoded and cleans to itself without a warning."""
    cleaned, _ = clean_text(text)
    cleaned.encode()
    assert clean_text(cleaned) == (cleaned, ())
