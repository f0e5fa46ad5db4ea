"""One record in full: long fields come in parts, page after page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from graphmem.model.answers.parts import RecordBrief
from graphmem.model.answers.record import Named, RecordView
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, an_end, entity, name, quoted, step, when
from graphmem.tools.quoting import record as short


def record(answer: RecordView) -> Told:
    """What it says, what it is about, how it ended, what it replaced and ended."""
    brief = answer.record.model_copy(update={"description": None})  # the content below says it in full
    return Told(f"{short(brief, SHORT // 2)}{_where(answer.record)}.", list(_lines(answer)), answer=answer)


def _where(brief: RecordBrief) -> str:
    session = f" in session {name(brief.session)}" if brief.session else ""
    return f"{session}, {'holds' if brief.holds else 'does not hold'}, learned {when(brief.recorded_at)}"


def _lines(answer: RecordView) -> Iterator[str]:
    yield from (f"{field}: {quoted(value)}" for field, value in answer.content.items())
    if answer.text:
        yield f"text: {quoted(answer.text)}"
    if answer.on_behalf_of:
        yield f"on behalf of {name(answer.on_behalf_of)}"
    for word, briefs in _successions(answer):
        yield from (f"{word}: {short(brief)}" for brief in briefs)
    yield from (an_end(end) for end in answer.ends)
    yield from (_named(each) for each in answer.entities)
    yield from (f"{'link' if link.holds else 'link (ended)'} {link.id}: {step(link, 2_000)}" for link in answer.relations)
    yield from (f"file {quoted(path)}" for path in answer.files)
    yield from (f"it ended the record {short(brief)}" for brief in answer.ended_records)
    yield from (f"it ended the link {link.id}: {step(link)}" for link in answer.ended_relations)
    yield from (f"it removed {entity(brief)}" for brief in answer.removes)


def _successions(answer: RecordView) -> Iterable[tuple[str, tuple[RecordBrief, ...]]]:
    return (
        ("superseded by", answer.superseded_by),
        ("corrected by", answer.corrected_by),
        ("supersedes", answer.supersedes),
        ("corrects", answer.corrects),
    )


def _named(each: Named) -> str:
    fields = "".join(f", {field} {quoted(str(value), SHORT)}" for field, value in each.fields.items())
    what = f": {quoted(each.description)}" if each.description else ""
    return f"names {entity(each.entity)}{what}{fields}"
