"""What one act ends: the rows, how, by whom; kept until they are stored and told in the receipt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from graphmem.store import Writer
from graphmem.write.rows import EdgeRow, RecordRow
from graphmem.write.state import State

# Ends of a single link; every other way ends a record with all that it said.
LINK_LEVEL = ("retired", "conflict")


@dataclass(slots=True)
class Endings:
    """The ends that one act gives; `index` is its place in the request."""

    act: str
    by: str
    learned: datetime
    index: int = 0
    records: dict[str, str] = field(default_factory=dict)
    edges: dict[str, str] = field(default_factory=dict)

    def end_edge(self, edge: EdgeRow, valid_to: datetime | None, how: str) -> None:
        """Ends one edge; None says that it never held."""
        edge.times.end(valid_to, self.learned, self.act, how, self.by)
        self.edges[edge.id] = how

    def end_record(self, row: RecordRow, valid_to: datetime | None, how: str) -> None:
        """Ends a record with all its edges, the parked ones too; its mentions end with it in the database."""
        row.times.end(valid_to, self.learned, self.act, how, self.by)
        self.records[row.id] = how
        for edge in row.edges:
            self.end_edge(edge, valid_to, how)


async def store_ends(writer: Writer, endings: Iterable[Endings], state: State) -> None:
    """Ends what was stored before; what the request itself adds is created with its ends."""
    ends = [row for one in endings for row in _rows(one, state)]
    if ends:
        await writer.rows("write/end", ends=ends)


def _rows(endings: Endings, state: State) -> Iterable[dict[str, Any]]:
    act, by = endings.act, endings.by
    for id_, how in endings.records.items():
        row = state.records[id_]
        if not row.new:
            valid_to = next(e.valid_to for e in reversed(row.times.ends) if e.act == act and e.how == how)
            yield {"record": id_, "edge": None, "valid_to": valid_to, "act": act, "how": how, "by": by}
    for edge in (state.edges[id_] for id_ in endings.edges):
        for end in edge.times.ends:
            if not edge.new and end.act == act and end.how in LINK_LEVEL:
                yield {"record": None, "edge": edge.id, "valid_to": end.valid_to, "act": act, "how": end.how, "by": by}
