"""What an ingest did, in few lines."""

from __future__ import annotations

from graphmem.model.answers.ingested import Ingested
from graphmem.tools.pages import Told
from graphmem.tools.quoting import SHORT, quoted


def ingested(answer: Ingested) -> Told:
    """The counts first, then what failed and what ended."""
    counts = ", ".join(f"{n} {what.replace('_', ' ')}" for what, n in answer.counts.items())
    failed = [f"failed {quoted(f.document, SHORT)}: {f.code} {quoted(f.message, SHORT)}" for f in answer.failed]
    ended = [f"ended ({e.reason}): {quoted(e.link or e.record or e.relation)}" for e in answer.ended]
    return Told(f"Ingest {answer.state} [{answer.id}]: {counts}.", [*failed, *ended], None, answer)
