"""Secrets that are known by what stands before them: a variable's name, a header, an address, a sentence.

The name and its sign stay; only the value is masked, and only where it looks like a value somebody chose or a machine
drew: code that reads a secret, a type, a placeholder and a plain word are left alone.
"""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from graphmem.secret_patterns import Finder, SecretPattern, in_context

_SPACE = r"[ \t]{0,10}"
_PASSWORD_NAMES = r"passw(?:or)?d|passphrase|passcode|passwort|kennwort|contrase(?:ñ|n)a|senha|pwd"
_TOKEN_NAMES = (
    r"token|secret|credentials?|_auth|(?:api|access|secret|private|auth|signing|encryption|master|account|shared|"
    r"storage|license|service|role|webhook)[ _.\-]?key"
)
_ENDINGS = r"(?:[_\-]?(?:value|base|plain|raw|prod|production|staging|dev|test|live|old|new|[0-9]{1,2}))?"

# The value stands in a look-ahead: one that is left alone may itself hold an assignment, which is looked at next.
_VALUE = (
    r"(?=[fbru]{0,2}\\?\"(?P<double>[^\"\n]{1,4000})\"|[fbru]{0,2}\\?'(?P<single>[^'\n]{1,4000})'"
    r"|`(?P<tick>[^`\n]{1,4000})`|(?P<bare>[^\s\"'`;<>]{1,200}))"
)
# A long bare value is judged by its beginning and followed to its end only when it is a secret: values may be nested.
_JUDGED = 200
_REST = re.compile(r"[^\s\"'`;<>]*")


def _assigned_to(names: str) -> re.Pattern[str]:
    """The search, in lower-cased text, begins at the telling word: that is fast, and linear on any input."""
    return re.compile(
        rf"(?P<word>{names}){_ENDINGS}(?![a-z0-9_\-])\\?[\"'`]?\]?(?P<gap>{_SPACE})"
        rf"(?::{_SPACE}[a-z_][\w.\[\]|?]{{0,40}}{_SPACE}(?==))?"
        rf"(?P<sign>:=|=>|=(?![=~])|:(?![:/])){_SPACE}{_VALUE}"
    )


def _told_of(names: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<word>{names}){_SPACE}(?:is|was|ist|es|est|é)\b(?: now| set to)?:?{_SPACE}{_VALUE}")


_ASSIGNED_PASSWORD = _assigned_to(rf"{_PASSWORD_NAMES}|pass")
_ASSIGNED_TOKEN = _assigned_to(_TOKEN_NAMES)
_TOLD_PASSWORD = _told_of(rf"{_PASSWORD_NAMES}|mot de passe|pin(?: code)?")
_TOLD_TOKEN = _told_of("token|secret(?: key)?|api key|access key")
_MINE = re.compile(r"\b(?:my|our|your|mein|mi|mon|minha)[ \t]+(?:\w{1,20}[ \t]+){0,2}$", re.IGNORECASE)

# Words that stand where a value could: types, states, and what a sentence says of a password.
_PLAIN_WORDS = """
str string text char varchar int integer number bool boolean any object bytes secretstr optional none null nil undefined
true false yes no on off required mandatory missing empty hidden invalid valid expired unknown default disabled enabled
redacted masked not too now never always still being been in at to for of the that this these those same also only just
very from with without and or but wrong incorrect correct right weak strong short long safe unsafe sensitive secret
public private here there there's what how why when where which who it its your my our their his her self await new
process env input prompt todo tbd fixme please see use used
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_PARTICIPLE = re.compile(r"[a-z]{2,}(?:ed|ing|ly|able|ible|ory|ten|ken|own)", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"[$%{\[(*]|\\\(|your[_\-]|(?:my|the|a|an|some|any|insert|example)[_\-][a-z]|example|"
    r"(?P<same>[x*.\-_•#0?])(?P=same)*\Z|\.\.\.|data:|arn:|op://|vault:|env:|file:|sha[0-9]{1,3}[:\-]|"
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    re.IGNORECASE,
)
_CALL = re.compile(r"(?:await |new )?[A-Za-z_][\w.:!?>\-]{0,80}[(\[{]")
_DOTTED = re.compile(r"[A-Za-z_]+(?:(?:\??\.|::|->)[A-Za-z_]+)+[,;)\]}]*\Z")
_PATH = re.compile(r"(?:\.{0,2}|~)/[\w.\-]+/[\w.\-/]*\Z")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]{1,20}://", re.IGNORECASE)
_IDENTIFIER = re.compile(r"[A-Za-z_]+\Z")
_NAMES_SECRET = re.compile(rf"{_PASSWORD_NAMES}|token|secret|api_?key|credential", re.IGNORECASE)
_STRUCTURED = re.compile(r"(?:[A-Za-z]+[0-9]{0,4}|[0-9]{1,4})(?:[_\-. /:](?:[A-Za-z]+[0-9]{0,4}|[0-9]{1,4}))*\Z")
_STRONG_SYMBOL = re.compile(r"[!@#$%^&*+=~|\\]")
_SHOUTED_NAME = re.compile(r"[A-Z_]*(?:TOKEN|SECRET|KEY|CREDENTIAL)[A-Z_]*\Z")


@dataclass(frozen=True, slots=True)
class _Value:
    """The value that a name was given, where it stands, and how."""

    text: str
    start: int
    end: int
    quoted: bool

    @property
    def judged(self) -> str:
        return self.text[self.start : min(self.end, self.start + _JUDGED)]

    @property
    def whole_end(self) -> int:
        """Where the value ends, however long it is."""
        if self.quoted or self.end - self.start < _JUDGED:
            return self.end
        rest = _REST.match(self.text, self.end)
        return rest.end() if rest else self.end

    @property
    def ends_line(self) -> bool:
        """Whether nothing but a full stop or a bracket follows on the line."""
        return bool(_LINE_END.match(self.text, self.end))


_LINE_END = re.compile(r"[.!?)\]}\"'`]{0,3}[ \t]{0,20}(?:\r?\n|\Z)")

Judge = Callable[[re.Match[str], str], _Value | None]


def _found(regex: re.Pattern[str], judge: Judge) -> Finder:
    """A finder that searches the lower-cased text and lets `judge` say which values are secrets."""

    def find(text: str) -> Iterator[tuple[int, int]]:
        end = 0
        for match in regex.finditer(_lowered(text)):
            if match.start() >= end and (value := judge(match, text)):
                end = value.whole_end
                yield value.start, end

    return find


def _lowered(text: str) -> str:
    """The text in lower case, every character where it was (a few characters have a longer lower case)."""
    lowered = text.lower()
    if len(lowered) == len(text):
        return lowered
    return "".join(low if len(low := character.lower()) == 1 else character for character in text)


def _password_assigned(match: re.Match[str], text: str) -> _Value | None:
    """The assigned password, or None where the value is none."""
    value, shouted = _assigned_value(match, text)
    chosen = value.judged
    if _bare_pass(match, text) or _is_harmless(value) or _PATH.match(chosen) or len(chosen) < 3:
        return None
    if value.quoted:
        secret = not _NAMES_SECRET.search(chosen)
    elif match["sign"] == ":":
        secret = value.ends_line if chosen.isalpha() else _looks_chosen(value)
    else:
        secret = shouted or not _is_code(value)
    return value if secret else None


def _token_assigned(match: re.Match[str], text: str) -> _Value | None:
    """The assigned token, or None where the value is none."""
    value, shouted = _assigned_value(match, text)
    if _is_harmless(value) or _PATH.match(value.judged):
        return None
    secret = _is_assigned_word(value.judged) if shouted else _looks_random(value.judged)
    return value if secret else None


def _password_told(match: re.Match[str], text: str) -> _Value | None:
    """The password told in a sentence, or None where the sentence only speaks of one."""
    value = _value(match, text, to_blank=False)
    chosen = value.judged
    if _inside_word(match, text) or _is_harmless(value) or len(chosen) < 4:
        return None
    if value.quoted:
        secret = True
    elif chosen.isalpha():
        mine = _MINE.search(text, max(0, match.start() - 60), match.start())
        secret = not _PARTICIPLE.fullmatch(chosen) and (bool(mine) or value.ends_line)
    else:
        secret = _looks_chosen(value)
    return value if secret else None


def _token_told(match: re.Match[str], text: str) -> _Value | None:
    """The token told in a sentence, or None where the sentence only speaks of one."""
    value = _value(match, text, to_blank=False)
    if _inside_word(match, text) or _is_harmless(value) or not _looks_random(value.judged):
        return None
    return value


def _assigned_value(match: re.Match[str], text: str) -> tuple[_Value, bool]:
    """The value, and whether it is assigned as the environment does: `API_TOKEN=value`."""
    word = text[match.start("word") : match.end("word")]
    shouted = word.isupper() and match[0].endswith("=") and not match["gap"]
    return _value(match, text, to_blank=shouted), shouted


def _value(match: re.Match[str], text: str, *, to_blank: bool) -> _Value:
    """The value, without its quotes; a bare one ends where a sentence or a list goes on, or only `to_blank`."""
    for group in ("double", "single", "tick"):
        start, end = match.span(group)
        if start >= 0:
            return _Value(text, start, end - (text[end - 1] == "\\" and end - start > 1), True)
    start, end = match.span("bare")
    if to_blank:
        end -= text[end - 1] == "," and end - start > 1
    else:
        bare = re.split(r"[,&]", text[start:end], maxsplit=1)[0]
        end = start + len(bare.rstrip(").]}:,"))
    return _Value(text, start, end, False)


def _bare_pass(match: re.Match[str], text: str) -> bool:
    """Whether `pass` is a word, or the end of one, rather than the end of a name such as `DB_PASS` or `dbPass`."""
    if match["word"] != "pass":
        return False
    start = match.start("word")
    before = text[start - 1 : start]
    return before not in ("_", "-") and not (before.islower() and text[start] == "P")


def _inside_word(match: re.Match[str], text: str) -> bool:
    return match.start() > 0 and (text[match.start() - 1].isalnum() or text[match.start() - 1] == "_")


def _is_harmless(value: _Value) -> bool:
    """Whether the value is a placeholder, a type, a reference to where the secret is kept, or code."""
    judged = value.judged
    first_word = re.split(r"[|?\[\](),.]", judged, maxsplit=1)[0].casefold()
    if not judged or first_word in _PLAIN or judged.casefold() in _PLAIN or _PLACEHOLDER.match(judged):
        return True
    return not value.quoted and bool(_CALL.match(judged) or _DOTTED.match(judged))


def _is_assigned_word(value: str) -> bool:
    """In `API_TOKEN=value` any word of some length is the token, unless it is a number, a place or another name."""
    if len(value) < 6 or " " in value or _ADDRESS.match(value) or _SHOUTED_NAME.match(value):
        return False
    return not (value.isdigit() and len(value) < 10)


def _looks_random(value: str) -> bool:
    """Whether a machine drew it: letters and digits mixed beyond words with a number, with some entropy."""
    if len(value) < 8 or _STRUCTURED.match(value) or _ADDRESS.match(value):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdigit() for character in value)
    return letters and digits and not re.search(r"\s", value) and _entropy(value) >= 2.5


def _looks_chosen(value: _Value) -> bool:
    """Whether somebody chose it as a password: it has a digit or a strong symbol, or stands alone on its line."""
    digits = re.search("[0-9]", value.judged)
    if _NAMES_SECRET.search(value.judged) and not digits:
        return False
    return value.ends_line or bool(digits or _STRONG_SYMBOL.search(value.judged))


def _is_code(value: _Value) -> bool:
    """Whether `password=value` passes a variable on rather than giving a password."""
    if not _IDENTIFIER.match(value.judged):
        return False
    following = value.text[value.end : value.end + 1]
    return "_" in value.judged or bool(_NAMES_SECRET.search(value.judged)) or following in (")", ",")


def _entropy(value: str) -> float:
    """Shannon entropy, in bits a character."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())


_PASSWORD_NEEDLES = ("pass", "pwd", "pin", "kennwort", "contrase", "senha")
_TOKEN_NEEDLES = ("token", "secret", "key", "cred", "_auth")
_NO_PLACEHOLDER = r"(?!\$|<|\{|%|\*|x{3,}|\.\.\.)"
_HEADER = r"authorization\\?[\"']?\s{0,5}[:=]\s{0,5}\\?[\"']?"
_DATABASES = (
    r"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|oracle|clickhouse|neo4j|bolt|kafka|nats|ldaps?|ftps?)"
    r"(?:\+[a-z0-9]{1,12}){0,2}"
)
_USER = r"[^\s:/@\"'<>]{0,128}:"
_HOST = r"(?=@[A-Z0-9\[._\-])"
_TAG = rf"(?:[a-z]{{1,20}}[:._\-])?(?:{_PASSWORD_NAMES}|secret|token|api_?key)"

CONTEXTS: tuple[SecretPattern, ...] = (
    in_context(
        "bearer-token",
        "authorization",
        _HEADER + r"(?:bearer|token|api-?key|negotiate|digest)\s{1,10}"
        rf"{_NO_PLACEHOLDER}(?P<secret>[\w.~+/\-]{{8,4000}}={{0,2}})",
    ),
    in_context("bearer-token", "bearer", r"\bbearer\s{1,10}(?=[\w.~+/\-]{0,200}\d)(?P<secret>[\w.~+/\-]{16,4000}={0,2})"),
    in_context("basic-auth", "authorization", _HEADER + r"basic\s{1,10}(?P<secret>[A-Z0-9+/]{6,1000}={0,2})"),
    in_context(
        "basic-auth",
        "curl",
        r"\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =][\"']?[^\s:\"']{1,80}:"
        rf"{_NO_PLACEHOLDER}(?P<secret>[^\s\"']{{1,200}})",
    ),
    # The password of a database may hold an unescaped slash; what looks like a port and a path is none.
    in_context(
        "url-password",
        "://",
        rf"(?<![A-Z0-9+.\-]){_DATABASES}://{_USER}{_NO_PLACEHOLDER}(?!\d{{1,5}}(?:[/?,]|\Z))"
        rf"(?P<secret>[^\s\"'<>]{{1,200}}){_HOST}",
    ),
    in_context(
        "url-password",
        "://",
        rf"(?<![A-Z0-9+.\-])[a-z][a-z0-9+.\-]{{1,30}}://{_USER}{_NO_PLACEHOLDER}"
        rf"(?P<secret>[^\s/?#\"'<>]{{1,200}}){_HOST}",
    ),
    in_context(
        "password",
        "login",
        rf"\blogin\s{{1,10}}\S{{1,100}}\s{{1,10}}password\s{{1,10}}{_NO_PLACEHOLDER}(?P<secret>\S{{1,200}})",
    ),
    in_context(
        "password",
        "-pass sshpass",
        rf"(?:--?(?:[a-z]{{1,20}}-)?pass(?:word|phrase)?|\bsshpass{_SPACE}-p)[ \t]{{1,4}}[\"']?(?!-)"
        rf"{_NO_PLACEHOLDER}(?P<secret>[^\s\"']{{3,200}})",
    ),
    in_context(
        "password",
        "password identified",
        r"\b(?:(?:with(?:\s{1,5}encrypted)?|set)\s{1,5}password|identified\s{1,5}by)\s{1,5}'(?P<secret>[^'\n]{1,200})'",
    ),
    in_context("password", "</", rf"<{_TAG}>{_SPACE}{_NO_PLACEHOLDER}(?P<secret>[^<\s]{{3,200}}){_SPACE}</"),
    SecretPattern("password", _PASSWORD_NEEDLES, _found(_ASSIGNED_PASSWORD, _password_assigned)),
    SecretPattern("password", _PASSWORD_NEEDLES, _found(_TOLD_PASSWORD, _password_told)),
    SecretPattern("token", _TOKEN_NEEDLES, _found(_ASSIGNED_TOKEN, _token_assigned)),
    SecretPattern("token", _TOKEN_NEEDLES, _found(_TOLD_TOKEN, _token_told)),
)
