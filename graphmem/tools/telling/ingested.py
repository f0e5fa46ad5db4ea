"""What an ingest did, how far ingests are, and which documents failed, in few lines."""

from __future__ import annotations

from collections.abc import Sequence

from graphmem.model.answers.ingested import DocumentLine, Documents, Ingested, IngestLine, Ingests
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, quoted


def ingested(answer: Ingested) -> Told:
    """The counts first, then what failed and what ended."""
    counts = ", ".join(f"{n} {what.replace('_', ' ')}" for what, n in answer.counts.items())
    failed = [f"failed {quoted(f.document, SHORT)}: {f.code} {quoted(f.message, SHORT)}" for f in answer.failed]
    ended = [f"ended ({e.reason}): {quoted(e.link or e.record or e.relation)}" for e in answer.ended]
    merged = [
        f"merged {quoted(m.loser.name, SHORT)} into {quoted(m.survivor.name, SHORT)} [{m.merge}]; a person can unmerge"
        for m in answer.merged
    ]
    proposed = [f"may be one: {quoted(p.one.name, SHORT)} and {quoted(p.other.name, SHORT)}" for p in answer.proposed]
    told = counts or "it goes on behind this answer; ask `ingests` how far it is"
    return Told(f"Ingest {answer.state} [{answer.id}]: {told}.", [*failed, *ended, *merged, *proposed], None, answer)


def cancelled(line: IngestLine) -> Told:
    """The ingest as it stands now; one that had come to its end before stays as it was."""
    stops = line.state == "cancelled"
    head = "It stops after the document in hand; `ingest` begun again goes on." if stops else "It had come to its end before."
    return Told(head, [_ingest(line)], None, line)


def ingests(answer: Ingests, failed: Documents) -> Told:
    """A line an ingest, then a line a document that could not be read."""
    head = "Ingests, newest first." if answer.ingests else "Nothing was ingested yet."
    return Told(head, [*map(_ingest, answer.ingests), *_failed(failed.documents)], answer.cursor, answer)


def _ingest(line: IngestLine) -> str:
    state = "stopped without a word; run it again" if line.stale else line.state
    why = f": {quoted(line.reason, SHORT)}" if line.reason else ""
    return f"ingest {line.id} of {quoted(line.source)}: {state}, {line.done} of {line.total} done, {line.failed} failed{why}"


def _failed(documents: Sequence[DocumentLine]) -> list[str]:
    return [f"failed document {quoted(d.document, SHORT)} [{d.id}]: {quoted(d.reason or '', SHORT)}" for d in documents]
