"""Secrets that are known by what stands before them: a variable's name, a header, an address, a sentence.

The name and its sign stay; only the value is masked, and only where it looks like a value somebody chose or a machine
drew: code that reads a secret, a type, a placeholder and a plain word are left alone.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator

from graphmem.secret_patterns import SecretPattern, by_regex

_SPACE = r"[ \t]{0,10}"
_PASSWORD_NAMES = r"passw(?:or)?d|passphrase|passcode|passwort|kennwort|contrase(?:ñ|n)a|senha|pwd"
_TOKEN_NAMES = (
    r"token|secret|credentials?|_auth|(?:api|access|secret|private|auth|signing|encryption|master|account|shared|"
    r"storage|license|service|role|webhook)[ _.\-]?key"
)
_ENDINGS = r"(?:[_\-]?(?:value|base|plain|raw|prod|production|staging|dev|test|live|old|new|[0-9]{1,2}))?"

# The value stands in a look-ahead: one that is left alone may itself hold an assignment, which is looked at next.
_VALUE = (
    r"(?=[fbru]{0,2}(?:\\?\"(?P<double>[^\"\n]{1,500})\"|\\?'(?P<single>[^'\n]{1,500})'"
    r"|`(?P<tick>[^`\n]{1,500})`|(?P<bare>[^\s\"'`;<>]{1,500})))"
)
_ASSIGNMENT = re.compile(
    rf"(?<![A-Za-z0-9_])(?P<name>[A-Za-z0-9_.\-]{{0,60}}?"
    rf"(?:(?P<password>{_PASSWORD_NAMES}|(?<=[a-z_\-])pass)|{_TOKEN_NAMES}){_ENDINGS})(?![A-Za-z0-9_\-])"
    rf"\\?[\"'`]?\]?(?P<gap>{_SPACE})"
    rf"(?::{_SPACE}[A-Za-z_][\w.\[\]|?]{{0,40}}{_SPACE}(?==))?"
    rf"(?P<sign>:=|=>|=(?![=~])|:(?![:/])){_SPACE}{_VALUE}",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    rf"\b(?:(?P<password>{_PASSWORD_NAMES}|mot de passe|pin(?: code)?)|token|secret(?: key)?|api key|access key)"
    rf"{_SPACE}(?:is|was|ist|es|est|é)(?: now| set to)?:?{_SPACE}{_VALUE}",
    re.IGNORECASE,
)
_MINE = re.compile(r"\b(?:my|our|your|mein|mi|mon|minha)[ \t]+(?:\w{1,20}[ \t]+){0,2}$", re.IGNORECASE)

# Words that stand where a value could: types, states, and what a sentence says of a password.
_PLAIN = frozenset(
    [
        "str",
        "string",
        "text",
        "char",
        "varchar",
        "int",
        "integer",
        "number",
        "bool",
        "boolean",
        "any",
        "object",
        "bytes",
        "none",
        "null",
        "nil",
        "undefined",
        "true",
        "false",
        "required",
        "optional",
        "missing",
        "empty",
        "hidden",
        "invalid",
        "valid",
        "expired",
        "unknown",
        "default",
        "disabled",
        "enabled",
        "redacted",
        "masked",
        "yes",
        "no",
        "on",
        "off",
        "not",
        "too",
        "now",
        "never",
        "always",
        "still",
        "being",
        "been",
        "in",
        "on",
        "at",
        "to",
        "for",
        "of",
        "the",
        "that",
        "this",
        "these",
        "those",
        "same",
        "also",
        "only",
        "just",
        "very",
        "from",
        "with",
        "without",
        "and",
        "or",
        "but",
        "wrong",
        "incorrect",
        "correct",
        "right",
        "weak",
        "strong",
        "short",
        "long",
        "safe",
        "unsafe",
        "sensitive",
        "secret",
        "public",
        "private",
        "here",
        "there",
        "what",
        "how",
        "why",
        "when",
        "where",
        "which",
        "who",
        "it",
        "its",
        "your",
        "my",
        "our",
        "their",
        "his",
        "her",
        "secretstr",
        "optional",
        "self",
        "await",
        "new",
        "process",
        "env",
        "input",
        "prompt",
        "todo",
        "tbd",
        "fixme",
        "changeme",
        "please",
        "see",
        "use",
        "used",
        "there's",
        "mandatory",
    ]
)
_PARTICIPLE = re.compile(r"[a-z]{2,}(?:ed|ing|ly|able|ible|ory|ten|ken|own)", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"[$%{\[(*]|\\\(|your[_\-]|(?:my|the|a|an|some|any|insert|example)[_\-][a-z]|example|"
    r"(?P<same>[x*.\-_•#0?])(?P=same)*\Z|\.\.\.|data:|arn:|op://|vault:|env:|file:|sha[0-9]{1,3}[:\-]|"
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}",
    re.IGNORECASE,
)
_CALL = re.compile(r"(?:await |new )?[A-Za-z_][\w.:!?>\-]{0,80}[(\[{]")
_DOTTED = re.compile(r"[A-Za-z_]+(?:(?:\??\.|::|->)[A-Za-z_]+)+[,;)\]}]*\Z")
_PATH = re.compile(r"(?:\.{0,2}|~)/[\w.\-/]*\Z")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.\-]{1,20}://", re.IGNORECASE)
_IDENTIFIER = re.compile(r"[A-Za-z_]+\Z")
_NAMES_SECRET = re.compile(rf"{_PASSWORD_NAMES}|token|secret|api_?key|credential", re.IGNORECASE)
_STRUCTURED = re.compile(r"(?:[A-Za-z]+[0-9]{0,4}|[0-9]{1,4})(?:[_\-. /:](?:[A-Za-z]+[0-9]{0,4}|[0-9]{1,4}))*\Z")
_STRONG_SYMBOL = re.compile(r"[!@#$%^&*+=~|\\]")
_SHOUTED = re.compile(r"[A-Z0-9_]+\Z")


def _assignments(password: bool) -> SecretPattern:
    """The values assigned to names of passwords, or to names of tokens and keys."""

    def find(text: str) -> Iterator[tuple[int, int]]:
        for match in _ASSIGNMENT.finditer(text):
            if (match["password"] is not None) == password and (span := _assigned(match)):
                yield span

    needles = ("pass", "pwd", "kennwort", "contrase", "senha") if password else ("token", "secret", "key", "cred", "_auth")
    return SecretPattern("password" if password else "token", needles, find)


def _sentences(password: bool) -> SecretPattern:
    """The values told in a sentence: "my password is …"."""

    def find(text: str) -> Iterator[tuple[int, int]]:
        for match in _SENTENCE.finditer(text):
            if (match["password"] is not None) == password and (span := _told(match)):
                yield span

    needles = ("pass", "pwd", "pin", "wort", "contrase", "senha") if password else ("token", "secret", "key")
    return SecretPattern("password" if password else "token", needles, find)


def _assigned(match: re.Match[str]) -> tuple[int, int] | None:
    """Where the value of an assignment stands, or None where it is no secret."""
    text, name, sign = match.string, match["name"], match["sign"]
    shouted = sign == "=" and not match["gap"] and bool(_SHOUTED.match(name)) and match.end("sign") == match.end()
    start, end, quoted = _value_span(match, to_blank=shouted)
    value = text[start:end]
    if _is_harmless(value, quoted=quoted):
        return None
    if match["password"] is None:
        secret = _is_assigned_word(value) if shouted else _looks_random(value)
    elif quoted:
        secret = not _NAMES_SECRET.search(value)
    elif sign == ":":
        secret = _ends_line(text, end) if value.isalpha() else _looks_chosen(value, last=_ends_line(text, end))
    else:
        secret = shouted or not _is_code(value, text[end : end + 1])
    return (start, end) if secret and len(value) >= 3 else None


def _told(match: re.Match[str]) -> tuple[int, int] | None:
    """Where the value in a sentence stands, or None where the sentence only speaks of the password."""
    start, end, quoted = _value_span(match, to_blank=False)
    text, value = match.string, match.string[start:end]
    if _is_harmless(value, quoted=quoted) or len(value) < 4:
        return None
    if match["password"] is None:
        return (start, end) if _looks_random(value) else None
    if quoted:
        return start, end
    if value.isalpha():
        mine = _MINE.search(text, max(0, match.start() - 60), match.start())
        secret = not _PARTICIPLE.fullmatch(value) and (bool(mine) or _ends_line(text, end))
    else:
        secret = _looks_chosen(value, last=_ends_line(text, end))
    return (start, end) if secret else None


def _value_span(match: re.Match[str], *, to_blank: bool) -> tuple[int, int, bool]:
    """Start and end of the value, and whether it stood in quotes; a bare one ends where a sentence or list goes on."""
    for group in ("double", "single", "tick"):
        if match[group] is not None:
            start, end = match.span(group)
            return start, end - (match[group].endswith("\\") and end - start > 1), True
    start, end = match.span("bare")
    value = match["bare"]
    if not to_blank:
        value = re.split(r"[,&]", value, maxsplit=1)[0].rstrip(").]}:,")
    return start, start + len(value), False


def _is_harmless(value: str, *, quoted: bool) -> bool:
    """Whether the value is a placeholder, a type, a reference to where the secret is kept, or code."""
    first_word = re.split(r"[|?\[\](),.]", value, maxsplit=1)[0].casefold()
    if not value or first_word in _PLAIN or value.casefold() in _PLAIN or _PLACEHOLDER.match(value):
        return True
    return not quoted and bool(_CALL.match(value) or _DOTTED.match(value))


def _is_assigned_word(value: str) -> bool:
    """In `API_TOKEN=value` any word of some length is the token, unless it is a number, a place or another name."""
    if len(value) < 6 or " " in value or _PATH.match(value) or _ADDRESS.match(value) or _SHOUTED_NAME.match(value):
        return False
    return not (value.isdigit() and len(value) < 10)


_SHOUTED_NAME = re.compile(rf"[A-Z_]*(?:{_TOKEN_NAMES})[A-Z_]*\Z")


def _looks_random(value: str) -> bool:
    """Whether a machine drew it: letters and digits mixed beyond words with a number, with some entropy."""
    if len(value) < 8 or _STRUCTURED.match(value) or _PATH.match(value) or _ADDRESS.match(value):
        return False
    letters = any(character.isalpha() for character in value)
    digits = any(character.isdigit() for character in value)
    return letters and digits and not re.search(r"\s", value) and _entropy(value) >= 2.5


def _looks_chosen(value: str, *, last: bool) -> bool:
    """Whether somebody chose it as a password: it has a digit or a strong symbol, or stands alone on its line."""
    if _NAMES_SECRET.search(value) and not re.search("[0-9]", value):
        return False
    return last or bool(re.search("[0-9]", value) or _STRONG_SYMBOL.search(value))


def _is_code(value: str, following: str) -> bool:
    """Whether `password=value` passes a variable on rather than giving a password."""
    if not _IDENTIFIER.match(value):
        return False
    return "_" in value or bool(_NAMES_SECRET.search(value)) or following in (")", ",")


def _ends_line(text: str, end: int) -> bool:
    """Whether nothing but a full stop or a bracket follows on the line."""
    return bool(re.compile(r"[.!?)\]}\"'`]{0,3}[ \t]{0,20}(?:\r?\n|\Z)").match(text, end))


def _entropy(value: str) -> float:
    """Shannon entropy, in bits a character."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())


def _plain(kind: str, needles: str, regex: str) -> SecretPattern:
    return SecretPattern(kind, tuple(needles.split()), by_regex(re.compile(regex, re.IGNORECASE)))


_CREDENTIAL = r"(?!\$|<|\{|%|\*|x{3,}|\.\.\.)"
_HOST = r"(?=@[A-Za-z0-9\[._\-])"

CONTEXTS: tuple[SecretPattern, ...] = (
    _plain("bearer-token", "authorization", rf"authorization\\?[\"']?\s{{0,5}}[:=]\s{{0,5}}\\?[\"']?(?:bearer|token|api-?key|negotiate|digest)\s{{1,10}}{_CREDENTIAL}(?P<secret>[\w.~+/\-]{{8,4000}}={{0,2}})"),
    _plain("basic-auth", "authorization", r"authorization\\?[\"']?\s{0,5}[:=]\s{0,5}\\?[\"']?basic\s{1,10}(?P<secret>[A-Za-z0-9+/]{6,1000}={0,2})"),
    _plain("bearer-token", "bearer", r"\bbearer\s{1,10}(?=[\w.~+/\-]{0,200}[0-9])(?P<secret>[\w.~+/\-]{16,4000}={0,2})"),
    _plain("basic-auth", "curl", rf"\bcurl\b[^\n]{{0,200}}?\s(?:-u|--user)[ =][\"']?[^\s:\"']{{1,80}}:{_CREDENTIAL}(?P<secret>[^\s\"']{{1,200}})"),
    _plain("url-password", "://", rf"(?<![A-Za-z0-9+.\-])(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|oracle|clickhouse|neo4j|bolt|kafka|nats|ftps?|ldaps?)(?:\+[a-z0-9]{{1,12}}){{0,2}}://[^\s:/@\"'<>]{{0,128}}:{_CREDENTIAL}(?![0-9]{{1,5}}(?:[/?,]|\Z))(?P<secret>[^\s\"'<>]{{1,200}}){_HOST}"),
    _plain("url-password", "://", rf"(?<![A-Za-z0-9+.\-])[a-z][a-z0-9+.\-]{{1,30}}://[^\s:/@\"'<>]{{0,128}}:{_CREDENTIAL}(?P<secret>[^\s/?#\"'<>]{{1,200}}){_HOST}"),
    _plain("password", "login", rf"\blogin\s{{1,10}}\S{{1,100}}\s{{1,10}}password\s{{1,10}}{_CREDENTIAL}(?P<secret>\S{{1,200}})"),
    _plain("password", "-pass sshpass", rf"(?:--?(?:[a-z]{{1,20}}-)?pass(?:word|phrase)?|\bsshpass{_SPACE}-p)[ \t]{{1,4}}[\"']?(?!-){_CREDENTIAL}(?P<secret>[^\s\"']{{3,200}})"),
    _plain("password", "password identified", r"\b(?:(?:with(?:\s{1,5}encrypted)?|set)\s{1,5}password|identified\s{1,5}by)\s{1,5}'(?P<secret>[^'\n]{1,200})'"),
    _plain("password", "</", rf"<(?:[a-z]{{1,20}}[:.\-_])?(?:{_PASSWORD_NAMES}|secret|token|api_?key)>{_SPACE}{_CREDENTIAL}(?P<secret>[^<\s]{{3,200}}){_SPACE}</"),
    _assignments(password=True),
    _assignments(password=False),
    _sentences(password=True),
    _sentences(password=False),
)  # fmt: skip
