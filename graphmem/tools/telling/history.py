"""History: every assertion with its ends, then what was said of the things, their names and merges."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.history import History, MergeLine, Saying
from graphmem.model.answers.parts import Assertion
from graphmem.tools.pages import Told
from graphmem.tools.quoting import LONG, SHORT, an_end, entity, entity_with_id, name, quoted, step, when


def history(answer: History, *, first: bool = True) -> Told:
    """All that was ever known; what is not paged stands on the first page."""
    both = " and ".join(entity_with_id(brief) for brief in (answer.a, answer.b) if brief)
    return Told(f"The past of {both}.", [*_links(answer), *(_rest(answer) if first else ())], answer.cursor, answer)


def _links(answer: History) -> Iterator[str]:
    for link in answer.links:
        yield _assertion(link)
        yield from (f"  {an_end(end)}" for end in link.ends)


def _assertion(link: Assertion) -> str:
    holds = "holds" if link.holds else "parked while its ends are one" if link.parked else "does not hold"
    return f"{link.id}: {step(link, LONG)}; {holds}"


def _rest(answer: History) -> Iterator[str]:
    yield from (_saying(said) for said in answer.said)
    yield from (f"name {quoted(n.name)} ({n.type}) leads to {entity(n.entity)}" for n in answer.names)
    yield from (_merge(merge) for merge in answer.merges)
    yield from (f"type of {entity(r.entity)} changed from {r.old} to {r.new} by {name(r.author)}" for r in answer.retypes)
    yield from (f"removed since {when(r.at)} [{r.record}, {name(r.author)}]" for r in answer.removals)


def _saying(said: Saying) -> str:
    fields = "".join(f", {field} {quoted(str(value), SHORT)}" for field, value in said.fields.items())
    what = f" {quoted(said.description, LONG)}" if said.description else ""
    unset = f", no longer {', '.join(said.unset)}" if said.unset else ""
    holds = "" if said.holds else " (no longer holds)"
    return (
        f"said of {entity(said.entity)}{holds}:{what}{fields}{unset} [{said.record}, {name(said.author)}, since {when(said.at)}]"
    )


def _merge(merge: MergeLine) -> str:
    undone = f"; undone {when(merge.undone_at)} by {name(merge.undone_by)}" if merge.undone_at else ""
    return f"merge {merge.id}: {entity(merge.loser)} into {entity(merge.survivor)} by {name(merge.author)}{undone}"
