"""Names that may mean one thing: what is looked up, and how sure the proposal is. Nothing here ever joins two names.

A store finds candidates by plain equality, under `fold_key` or one of `typo_keys`; `probable_duplicate` then judges the
pair. `docs/duplicates.md` says how well, on labelled pairs.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

from graphmem.model.characters import name_key, visible

PROPOSE_AT = 0.8
"""From this score on a pair is shown to a person."""

_SAME_LETTERS = 0.95  # only case, blanks, signs, accents or a well-known short form differ
_PLURAL = 0.9
_TYPO = 0.85

_MIN_SWAP = 6  # letters of a word in which two changed places or one was doubled
_MIN_SLIP = 8  # letters of a word in which one was lost, added or wrong

_WORDS = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\dA-Za-z_]+")
_IDENTIFIER = re.compile(r"\S*(?:[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}|_|::|->|\(\)|\w[./\\]\w)\S*")
_PASCAL = re.compile("[A-Z][A-Za-z0-9]*")
_ACRONYMS = re.compile("[A-Z]{2,}s")
_PLURAL_END = re.compile("[^suij]s$")
_MEANT_SIGNS = re.compile(r"[+#*%$@!^=<>?]|^(?:_+|\.)(?=\w)|(?<=\w)_+\Z")
_ACCENTED = re.compile("(?<=[A-Za-z])[\u0300-\u036f]+")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
_ARTICLE = re.compile(r"the\s+(?=\S)", re.IGNORECASE)
# Scripts of letters, where one wrong letter leaves the word readable: Latin, Greek, Cyrillic.
_LETTERS = re.compile("[a-z\u00df-\u00f6\u00f8-\u024f\u0370-\u052f]+")

_DOUBLED = re.compile(r"(.)\1")

_PLAIN_LETTERS = str.maketrans(
    {"ß": "ss", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe"}
)
_OTHER_FORMS = {
    "admin": "administrator",
    "behaviour": "behavior",
    "behaviours": "behaviors",
    "centre": "center",
    "centres": "centers",
    "colour": "color",
    "colours": "colors",
    "config": "configuration",
    "db": "database",
    "dbs": "databases",
    "deps": "dependencies",
    "docs": "documentation",
    "env": "environment",
    "i18n": "internationalization",
    "k8s": "kubernetes",
    "l10n": "localization",
    "licence": "license",
    "licences": "licenses",
    "a11y": "accessibility",
    "mongo": "mongodb",
    "postgres": "postgresql",
    "repo": "repository",
    "repos": "repositories",
    "spec": "specification",
    "specs": "specifications",
}
_IRREGULAR = {
    "aliases": "alias",
    "analyses": "analysis",
    "axes": "axis",
    "biases": "bias",
    "buses": "bus",
    "caches": "cache",
    "canvases": "canvas",
    "children": "child",
    "criteria": "criterion",
    "hypotheses": "hypothesis",
    "indices": "index",
    "matrices": "matrix",
    "niches": "niche",
    "parentheses": "parenthesis",
    "people": "person",
    "quizzes": "quiz",
    "schemata": "schema",
    "statuses": "status",
    "vertices": "vertex",
}
_IES = """cookies movies pies ties zombies calories selfies genies"""
# Words that end in s and are no plural: names of products and protocols, and words that never had another form.
_NO_PLURAL = """
alias always analytics atlas axios bias canvas chaos cosmos emacs ethics gauss helios https jenkins keras kubernetes
kudos lens macos mathematics mistos nats news nexus pandas physics postgres rails redis sales series species teams tls
towards windows
"""
_NEGATIONS = """
no not non never without cant cannot dont doesnt isnt arent wont shouldnt anti un
"""
# Words of their own, one letter apart inside; the ends of a word are never taken for a typo.
_CONFUSABLE = """
adaptation/adaption caching/catching casual/causal cleaning/clearing complaint/compliant complement/compliment
complementary/complimentary contact/contract content/context contents/contexts contiguous/continuous contract/contrast
desert/dessert dinner/diner existing/exiting identifies/identities inserted/inverted internal/interval
internals/intervals later/latter martial/marital newest/newset personal/personnel pointing/printing reserve/reverse
signing/singing stationary/stationery stepping/stopping tracing/tracking
"""
# Regions, environments, stages and roles: which of several such things is meant. A word short for another stands for it.
_WHICH = """
africa america americas amer apac ap asia au ca central cn de east emea eu europe fr global in jp latam me north northeast northwest
sa south southeast southwest uk us west
canary demo dev=development development local preprod=preproduction preproduction preview prod=production production qa sandbox
stage=staging staging test=testing testing uat
alpha beta experimental legacy lts nightly rc snapshot stable
active blue follower green leader master passive primary replica secondary standby
"""
_IES_WORDS = frozenset(_IES.split())
_NO_PLURAL_WORDS = frozenset(_NO_PLURAL.split())
_NEGATION_WORDS = frozenset(_NEGATIONS.split())
_WHICH_WORDS = {word: other or word for word, _, other in (given.partition("=") for given in _WHICH.split())}
_NEGATING = ("un", "non", "in", "im", "ir", "de", "dis", "anti", "pre")
_CONFUSABLE_PAIRS = frozenset(frozenset(pair.split("/")) for pair in _CONFUSABLE.split())


@dataclass(frozen=True, slots=True)
class _Spelling:
    """A name taken apart: its words in lower case without accents, and what must agree between two names."""

    words: tuple[str, ...]
    singular: tuple[str, ...]
    signs: str
    identifier: bool
    code: bool  # an identifier that is no plain PascalCase, which products use as well as classes

    @property
    def numbers(self) -> tuple[str, ...]:
        return tuple(word.lstrip("0") for word in self.words if word.isdigit())

    @property
    def negations(self) -> frozenset[str]:
        return _NEGATION_WORDS.intersection(self.words)

    @property
    def which(self) -> frozenset[str]:
        return frozenset(_WHICH_WORDS[word] for word in self.singular if word in _WHICH_WORDS)


def fold_key(name: str) -> str:
    """The key under which names that may mean one thing meet: its words in the singular, without case and accents."""
    spelling = _spell(name)
    return _joined(spelling.singular) + spelling.signs or name_key(name)


def probable_duplicate(a: str, b: str) -> float:
    """How likely two names mean one thing, in 0..1; below PROPOSE_AT the pair is not worth a person's look."""
    if name_key(a) == name_key(b):
        return 1.0
    one, other = _spell(a), _spell(b)
    if one.numbers != other.numbers or one.signs != other.signs or one.negations != other.negations:
        return 0.0
    letters = _joined(one.words)
    if letters == _joined(other.words):
        return _SAME_LETTERS if len(letters) > 2 else 0.0
    if _joined(one.singular) == _joined(other.singular):
        return 0.0 if one.identifier and other.identifier else _PLURAL
    if one.code and other.code:
        return 0.0  # code that runs has no typos: `getAtime` and `getMtime` are two things
    return _TYPO if _one_typo(one.words, other.words) else 0.0


def told_apart(a: str, b: str) -> bool:
    """Whether one of two names says what the other does not and cannot mean: a number or version, a sign, a negation, a region,
    an environment. However near the two are in letters and meaning, they are two things.
    """
    one, other = _spell(a), _spell(b)
    said = [(x.numbers, x.signs, x.negations, x.which) for x in (one, other)]
    return said[0] != said[1] or _negates(one.words, other.words) or _negates(other.words, one.words)


def _negates(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether a word of the one is a word of the other with a negating beginning."""
    return not {prefix + word for word in set(other) - set(one) for prefix in _NEGATING}.isdisjoint(one)


def typo_keys(name: str) -> tuple[str, ...]:
    """At most a dozen keys of which two names share one when their letters differ by one slip; none for short names.

    Each key leaves out one stretch of the letters. A stretch is as long as it must be for a few to cover the name, and
    they are cut twice: as they would be in a name of this length, and in one a letter shorter.
    """
    letters = _joined(_spell(name).words)
    bases = [base for base in (len(letters) - 1, len(letters)) if base >= _MIN_SWAP - 1]  # a doubled letter more
    keys = {
        f"{letters[:start]}~{letters[len(letters) - (base - end) :] if end < base else ''}"
        for base in bases
        for start, end in _stretches(base)
    }
    return tuple(sorted(keys))


def _stretches(length: int) -> Iterator[tuple[int, int]]:
    """Parts that cover the length, each a letter over into the next: two letters that changed places lie in one."""
    count = 6 if length < 10 else 4 if length < 16 else 3
    for part in range(count):
        yield part * length // count, min(length, (part + 1) * length // count + 1)


@lru_cache(maxsize=4096)  # a write takes each of its names apart several times: to look it up, to judge it, to store it
def _spell(name: str) -> _Spelling:
    text = _APOSTROPHE.sub("", _without_accents(visible(name).strip()))
    text = _ARTICLE.sub("", text, count=1) if _ARTICLE.match(text) else text
    chunks = ["and" if chunk == "&" else _OTHER_FORMS.get(chunk.casefold(), chunk) for chunk in text.split()]
    words = _WORDS.findall(" ".join(chunks))
    identifier = bool(_IDENTIFIER.fullmatch(text))
    return _Spelling(
        tuple(word.casefold() for word in words),
        tuple(_singular(word) for word in words),
        "".join(f"-{m[0]}" if m[0][0] == "_" and m.start() else m[0] for m in _MEANT_SIGNS.finditer(text)),
        identifier,
        identifier and not _PASCAL.fullmatch(text),
    )


def _without_accents(text: str) -> str:
    """Latin letters without their accents; in other scripts a mark makes another letter."""
    bare = _ACCENTED.sub("", unicodedata.normalize("NFD", text.translate(_PLAIN_LETTERS)))
    return unicodedata.normalize("NFC", bare)


def _joined(words: tuple[str, ...]) -> str:
    """The words without blanks; a dot keeps the numbers of a version apart."""
    pieces: list[str] = []
    for word in words:
        if pieces and word.isdigit() and pieces[-1].isdigit():
            pieces.append(".")
        pieces.append(word.lstrip("0") or "0" if word.isdigit() else word)
    return "".join(pieces)


def _singular(given: str) -> str:
    """The singular of an English plural, in lower case; an acronym has one only with a small s: `APIs`."""
    word = given.casefold()
    if len(given) > 1 and given.isupper():
        return word
    if _ACRONYMS.fullmatch(given):
        return word[:-1]
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not _PLURAL_END.search(word) or word in _NO_PLURAL_WORDS:
        return word
    if word.endswith("ies") and word not in _IES_WORDS and len(word) > 4:
        return f"{word[:-3]}y"
    if word.endswith(("sses", "shes", "ches", "xes", "zzes")):
        return word[:-2]
    return word[:-1]


def _one_typo(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether the names differ in one word, and that word by one slip inside it."""
    if len(one) != len(other):
        return False
    apart = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
    return len(apart) == 1 and _is_typo(*apart[0])


def _is_typo(a: str, b: str) -> bool:
    """One slip inside a long word and not at its ends: a letter doubled, lost or wrong, or two that changed places."""
    if min(len(a), len(b)) < 2 or a[0] != b[0] or a[-1] != b[-1] or frozenset((a, b)) in _CONFUSABLE_PAIRS:
        return False
    if not (_LETTERS.fullmatch(a) and _LETTERS.fullmatch(b)) or OSA.distance(a, b, score_cutoff=1) > 1:
        return False
    # Words of 6 or 7 letters are often a letter apart by nature (`change`, `chance`); swaps and doublings rarely are.
    if sorted(a) == sorted(b) or (a[1] == b[1] and _DOUBLED.sub(r"\1", a) == _DOUBLED.sub(r"\1", b)):
        return max(len(a), len(b)) >= _MIN_SWAP
    # A slip next to the last letter makes another ending (`handlers`, `handles`; `identify`, `identity`).
    return max(len(a), len(b)) >= _MIN_SLIP and a[-2] == b[-2]
