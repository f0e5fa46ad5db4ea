"""Whether the text of a code change says that a named thing was removed: cautious words, for a person judges the proposal."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What any text must hold to be looked at closely; the statement filters by these before a text leaves the database.
STEMS = ("remov", "delet", "drop", "decommission", "retire", "got rid of", "get rid of")

_DID = (
    r"(?:remov(?:e|es|ed|ing)|delet(?:e|es|ed|ing)|drop(?:s|ped|ping)?|decommission(?:s|ed|ing)?|retir(?:e|es|ed|ing)"
    r"|(?:got|get|gets) rid of)"
)
_DONE = r"(?:removed|deleted|dropped|decommissioned|retired|gone)"
_BE = r"(?:is|was|were|are|has been|have been|had been|got|gets|being|be)"
_DESCRIBED = re.compile(rf"\s*(?:(?:it|this)\s+)?(?:{_BE}\s+)?(?:now\s+)?{_DONE}\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:not|never|no longer|without|undo|undid|instead of|rather than|before|un)\b|n't\b", re.IGNORECASE)
# Between the verb and the name: a few words, none of which says that something else was taken out of the named thing.
_AWAY = re.compile(r"\b(?:from|in|inside|out|of|on|within|to|into|for|by|between|with)\b", re.IGNORECASE)
_SENTENCES = re.compile(r"(?<=[.!?;])\s+|\n+")
_GAP = 40  # characters between the verb and the name


def says_removed(text: str, names: Iterable[str]) -> str | None:
    """The sentence of `text` that says one of `names` was removed; None when none does."""
    wanted = [n for n in dict.fromkeys(names) if n]
    for sentence in _SENTENCES.split(text):
        if any(_says(sentence, name) for name in wanted):
            return sentence.strip()
    return None


def describes_removed(text: str) -> bool:
    """Whether what a record says of a thing begins with its removal: `removed with the old importer`, `was deleted`."""
    return bool(_DESCRIBED.match(text))


def _says(sentence: str, name: str) -> bool:
    """`removed the old NAME`, `NAME was removed`; not `removed a line from NAME`, not `NAME was not removed`."""
    named = rf"(?<!\w){re.escape(name)}(?!\w)"
    before = re.finditer(rf"\b{_DID}\b(?P<gap>[^.;!?]{{0,{_GAP}}}?){named}", sentence, re.IGNORECASE)
    if any(not _AWAY.search(m["gap"]) and not _denied(sentence, m.start()) for m in before):
        return True
    after = re.finditer(rf"{named}(?P<gap>\s+{_BE}\s+(?:\w+\s+)?|\s+){_DONE}\b(?P<rest>[^.;!?]{{0,12}})", sentence, re.IGNORECASE)
    return any(not _NOT.search(m["gap"]) and not _denied(sentence, m.start()) for m in after)


def _denied(sentence: str, at: int) -> bool:
    """Whether the words just before say that it did not happen."""
    return bool(_NOT.search(sentence[max(0, at - 24) : at]))
