"""Everything about one thing, what an agent needs first in front."""

from __future__ import annotations

from collections.abc import Iterator

from graphmem.model.answers.entity import EntityView, Link, Removed
from graphmem.tools.pages import Told
from graphmem.tools.quoting import LONG, SHORT, entity_with_id, name, past_task, quoted, record, since, when
from graphmem.tools.quoting import entity as short

ARROWS = {"out": "{me} {type} {other}", "in": "{other} {type} {me}", "both": "{me} {type} {other}"}


def entity(answer: EntityView) -> Told:
    """What it is, decisions, links, records, files, past tasks."""
    names = [quoted(n) for n in answer.names if n != answer.entity.name]
    also = f" Also called {', '.join(names[:10])}." if names else ""
    head = f"{entity_with_id(answer.entity)}.{also}{_removed(answer.removed)}"
    return Told(head, list(_lines(answer)), answer.cursor, answer)


def _removed(mark: Removed | None) -> str:
    return f" REMOVED since {when(mark.at)} [{mark.record}, {name(mark.author)}]." if mark else ""


def _lines(answer: EntityView) -> Iterator[str]:
    if answer.description:
        yield f"description: {quoted(answer.description)}"
    yield from (f"{field}: {quoted(str(value), LONG)}" for field, value in answer.fields.items())
    yield from (f"current {record(brief)}" for brief in answer.decisions)
    yield from (_link(answer, link) for link in answer.relations)
    decided = {brief.record for brief in answer.decisions}
    yield from (record(brief) for brief in answer.records if brief.record not in decided)
    yield from (f"file {quoted(file.path)}: {file.records} records" for file in answer.files)
    yield from (past_task(task) for task in answer.past_tasks)
    if (older := answer.past_tasks_total - len(answer.past_tasks)) > 0:
        yield f"{older} older tasks named it too."
    cut = {"decisions": answer.decisions_truncated, "links": answer.relations_truncated, "files": answer.files_truncated}
    if missing := [what for what, is_cut in cut.items() if is_cut]:
        yield f"There are more {', '.join(missing)} than were read."


def _link(answer: EntityView, link: Link) -> str:
    said = ARROWS[link.direction].format(me=quoted(answer.entity.name), type=link.type, other=short(link.entity))
    first = link.evidence[0] if link.evidence else None
    why = f" because {quoted(first.reason, SHORT)} [{first.record}, {name(first.author)}, {first.id}]" if first else ""
    more = f", {link.evidence_total} edges say so" if link.evidence_total > 1 else ""
    return f"link: {said}{why}{since(link.since)}{more}"
