"""A timeline: what began and what ended, a line a moment, the links of a record below it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from graphmem.cli.views.general import pairs
from graphmem.cli.views.words import clocks, ending, kind, line, step, thing, words
from graphmem.model.answers.timeline import Moment, Timeline

STYLES = {"began": "green", "ended": "yellow", "reinstated": "green"}


def view(answer: Timeline) -> Iterator[RenderableType]:
    """How much happened, where that was asked, the moments in order, then where the next page begins."""
    root = Tree("", hide_root=True)
    for moment in answer.events:
        branch = root.add(_moment(moment))
        for link in moment.links:
            branch.add(thing(link))
        if moment.links_total > len(moment.links):
            branch.add(words(f"and {moment.links_total - len(moment.links)} more", "dim"))
    if answer.counts:
        yield pairs({count.period: str(count.events) for count in answer.counts})
    if answer.counts_truncated:
        yield Text("There is more than was counted.")
    yield root if answer.events else Text("Nothing happened in this period.")
    if answer.cursor:
        yield pairs({"cursor": answer.cursor})
    yield clocks(answer)


def _moment(moment: Moment) -> Text:
    """When, what happened, and to what."""
    record = moment.record
    told = step(moment.link) if moment.link else line((kind(record.kind), "cyan"), record.title)
    end = ending(moment.ending) if moment.event == "ended" else Text()
    said = "" if moment.link else f"({record.author}, {record.record})"
    return line((moment.at, "dim"), (moment.event, STYLES[moment.event]), told, end, (said, "dim"))
