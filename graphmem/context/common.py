"""Words that a task may hold without naming anything: an entity that is called so needs to be spelled as a name."""

from __future__ import annotations

from graphmem.model.stopwords import STOP_WORDS

# What people say of any work: verbs, and nouns and adjectives that carry no subject of their own.
_TALK = frozenset(
    """
    add adapt adjust allow apply ask avoid begin better big break bring broken bug call care case change check clean clear code
    come complete consider continue convert copy correct cover create current cut debug decide default define delete describe design
    detail develop different do document docs done down drop early easy edit enable end ensure error example exist expect explain
    extend fail failing failure fast feature few file find finish first fix focus follow force full function general give go good
    great group half handle happen hard help hide high hold idea implement important improve include info input inspect install
    introduce investigate issue item join keep kind last late later launch lead learn leave left less level line link list little live
    load local long look loop low main maintain make manage match mean measure merge method migrate minor mode module move name need new
    next nice number object old open operate option order organize output own page part pass path people perform piece place plan
    point possible prepare present prevent print problem process produce project protect prove provide pull push question quick
    raise reach read ready real reason recent recover reduce refactor remove rename repair repeat replace report request
    require rest result return review rewrite right rule run safe save search see send separate set share ship short show side sign
    simple simplify single size slow small solution solve something sort speed split stage start state stay step stop store strange
    style support sure switch system task team test text thing time today tomorrow top touch track trouble try turn type
    understand update upgrade use user users validate value verify version view wait watch way week work world write wrong year
    """.split()  # noqa: SIM905
)
COMMON = STOP_WORDS | _TALK
_ENDINGS = ("ings", "ing", "ers", "er", "ed", "es", "s", "d", "ly")


def is_common(word: str) -> bool:
    """Whether a word, in any of its plain forms, says nothing about what a task is about."""
    word = word.casefold()
    if word in COMMON:
        return True
    stems = (word.removesuffix(ending) for ending in _ENDINGS if word.endswith(ending) and len(word) - len(ending) > 1)
    return any(form in COMMON for stem in stems for form in (stem, stem + "e", stem[:-1] if stem[-2:-1] == stem[-1:] else stem))
