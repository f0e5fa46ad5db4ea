"""Every kind of finding: what it means and what to do about it."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.diagnosis import Finding, Weight

MEND = "Run `graphmem doctor --repair`; it merges the two, and `unmerge` takes that back."
RESTORE = "No write of graphmem leaves this; restore a backup, or import an export into a store of its own."
AGAIN = "Export the workspace, look for these ids in the file, and import it into a store of its own."

# code: what it means, what to do
KINDS: dict[str, tuple[str, str]] = {
    "NOT_MIGRATED": ("the store was never opened by graphmem", "Open it: any command of graphmem does."),
    "PENDING_MIGRATION": ("migrations that the store has not had", "Open it: any command of graphmem applies them."),
    "FOREIGN_MIGRATION": (
        "migrations of a newer or changed graphmem", "Install the version that made the store, or a newer one."
    ),
    "MISSING_INDEX": (
        "indexes and constraints that the schema declares and the store has not", "Run `graphmem doctor --repair`; it makes them."
    ),
    "OTHER_INDEX": (
        "indexes and constraints that have a declared name and are something else",
        "Drop them in Neo4j Browser (DROP INDEX or DROP CONSTRAINT name), then run `graphmem doctor --repair`.",
    ),
    "EXTRA_INDEX": (
        "indexes and constraints that graphmem does not use", "They cost time at each write; drop them if nobody else needs them."
    ),
    "FAILED_INDEX": (
        "indexes that could not be built", "Drop them in Neo4j Browser (DROP INDEX name), then run `graphmem doctor --repair`."
    ),
    "POPULATING_INDEX": ("indexes that are still being built", "Wait, then ask again; until then some questions are slow."),
    "NAMED_TWICE": ("names of one type that lead to two entities", MEND),
    "NAMELESS": ("entities that no name leads to", "Ask for them by their ids; merge each into the entity it belongs to."),
    "NAME_LEADS_NOWHERE": ("names that lead to no entity", RESTORE),
    "NAME_LEADS_TO_SEVERAL": ("names that lead to several entities", RESTORE),
    "WRONG_KEY": ("names whose key is not that of their spelling", RESTORE),
    "DOUBLED": ("things that are there twice under one id", RESTORE),
    "MISSING_PROPERTY": ("rows that lack what they must have, or have a date where an instant belongs", RESTORE),
    "UNEQUAL_ENDS": ("rows whose lists of ends have unequal lengths", RESTORE),
    "WRONG_END": ("rows whose end does not follow from their ends", AGAIN),
    "TIMES_OUT_OF_ORDER": ("rows whose times are out of order", RESTORE),
    "YEAR_9999": ("rows in the year 9999 that another tool wrote", "They are read as open ends; an export writes them as null."),
    "NOT_EMBEDDED": ("things and links that no search finds by their meaning", "Run `graphmem reembed`; it makes what is missing."),
    "NO_WORKSPACE": ("rows of a workspace that is not there", "Make it with `graphmem workspace create`, or delete them."),
    "LATE_CLOCK": ("workspaces whose clock lies before what they hold", "Export them and import them again: that lifts the clock."),
    "RECORD_GONE": ("links, mentions or removals whose record is gone", RESTORE),
    "WORK_LOOSE": ("choices, corrections, sources, tools or artifacts that hang on no task", RESTORE),
    "RULE_GONE": (
        "candidates that were approved and whose rule is not there",
        "A rule of a person lies in that person's own workspace: import it too; else approve the words anew with `propose-rule`.",
    ),
    "WRONG_LOG": ("candidates whose state is not the last one of their log", RESTORE),
    "TEXT_LOOSE": ("pieces and messages that hang on no document or conversation", RESTORE),
    "TOPICS_GONE": ("topics whose run is not there", "Run `graphmem topics --recompute` there; it groups anew."),
    "ONTOLOGY_GONE": ("workspaces whose ontology is not there", "Apply the file that declared it anew: `graphmem ontology apply`."),
    "ERASED_AND_HERE": ("things that were erased and are here", "Erase them again."),
    "UNFINISHED": ("imports that did not finish", "Run the same import again; it goes on where it stopped."),
    "HOME_GONE": ("rows that were stated with an entity that is gone", RESTORE),
    "FOREIGN": ("rows that join two workspaces", RESTORE),
    "MISPLACED": ("rows that do not lie at the entity that stands for theirs", "Merge something into it and undo that: both place anew."),
    "PARKED_APART": ("parked links whose two ends are not one", "Merge the two ends and undo that: both place anew."),
    "WRONG_SURVIVOR": ("entities led by another than the merges say", "Undo the merge and state it again: both place anew."),
    "SUPERSEDE_LOOP": (
        "records or rules that replace each other in a ring",
        "State what holds in a new record that corrects them all; of rules, approve one that says what holds.",
    ),
}  # fmt: skip

NOTICES = frozenset({"PENDING_MIGRATION", "EXTRA_INDEX", "POPULATING_INDEX", "YEAR_9999", "NOT_EMBEDDED"})


def finding(code: str, things: Sequence[str], count: int | None = None) -> Finding:
    """A finding with its first examples."""
    message, advice = KINDS[code]
    shown = tuple(dict.fromkeys(things))[:5]
    weight: Weight = "notice" if code in NOTICES else "broken"
    number = len(things) if count is None else count
    return Finding(code=code, weight=weight, message=message, count=number, examples=shown, advice=advice)
