"""From what a model said of passages to records: a passage's entities and links in one, each preference and fact in its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from graphmem.ingest.documents import Document, distinct
from graphmem.ingest.extraction.extracting import Answered, Asked
from graphmem.ingest.extraction.reply import Extraction
from graphmem.ingest.stating import MAX_SAID, refs, relation
from graphmem.model.ontology import MAX_ENTITIES, MAX_RELATIONS, Ontology
from graphmem.model.records import ReadFact, ReadPreference, Record, Statement


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the answers come to: a state of the document, why, remarks, and the chunks of which something is known."""

    state: str
    reason: str | None
    notes: tuple[str, ...]
    read: frozenset[str]


def outcome(answered: Sequence[Answered]) -> Outcome:
    """`failed` where no passage could be read, `partial` where some could not, each named by its place."""
    bad = [(n, a.failure or "") for n, a in enumerate(answered, 1) if a.extraction is None]
    good = [a for a in answered if a.extraction is not None]
    remarks = [
        f"passage {n}, {r.path}: {r.code} {r.message}"
        for n, a in enumerate(answered, 1)
        if a.extraction
        for r in a.extraction.refused
    ]
    ignored = sum(a.extraction.ignored for a in good if a.extraction)
    if ignored:
        remarks.append(f"{ignored} fields of replies that nobody asked for were left out")
    if good and not bad and all(a.extraction and a.extraction.empty for a in good):
        remarks.append("the model found nothing in it")
    places = ", ".join(str(n) for n, _ in bad[:20])
    reason = f"MODEL_FAILED: passage {places} of {len(answered)}: {bad[0][1]}"[:900] if bad else None
    state = "failed" if bad and not good else "partial" if bad else "done"
    return Outcome(state, reason, tuple(remarks), frozenset(a.asked.chunk for a in good))


def records_of(document: Document, id_: str, answered: Iterable[Answered], ontology: Ontology) -> Iterator[Record]:
    """The records of every passage that was read."""
    for answer in answered:
        if answer.extraction is not None and not answer.extraction.empty:
            yield from _passage(document, id_, answer.asked, answer.extraction, ontology)


def _passage(document: Document, id_: str, asked: Asked, found: Extraction, ontology: Ontology) -> Iterator[Record]:
    chunk, heading = asked.chunk, asked.heading
    things, stated = found.things[:MAX_ENTITIES], distinct(found.stated)[:MAX_RELATIONS]
    kept = {id(t) for t in things}
    links = [s for s in stated if id(s.source) in kept and id(s.target) in kept]
    if things:
        said = "; ".join(dict.fromkeys(s.reason for s in links)) or ", ".join(t.name for t in things)
        yield Statement(
            statement=said[:MAX_SAID], title=" › ".join(p for p in (document.title, heading) if p)[:190], document=id_, chunk=chunk,
            entities=tuple(refs(things, {}, ontology)), relations=tuple(relation(s, {}) for s in links), valid_from=asked.at,
        )  # fmt: skip
    for preference in found.preferences:
        yield ReadPreference(**_given(preference), document=id_, chunk=chunk)
    for fact in found.facts:
        yield ReadFact(**_given(fact), document=id_, chunk=chunk)


def _given(record: Record) -> dict[str, object]:
    return {name: value for name in record.model_fields_set if (value := getattr(record, name)) is not None}
