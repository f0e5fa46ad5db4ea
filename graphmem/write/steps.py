"""What the plan of one item stands on and comes to: the stamp, the records it names, what it adds and what it ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from graphmem.model.receipts import Warned
from graphmem.write.duplicates import Proposal
from graphmem.write.endings import Endings
from graphmem.write.items import Item, Retired
from graphmem.write.rows import EdgeRow, RecordRow
from graphmem.write.state import Known, Names


@dataclass(slots=True)
class Step:
    """What one item adds, and what it ends."""

    item: Item
    record: RecordRow
    names: Names
    endings: Endings
    proposals: list[Proposal] = field(default_factory=list)
    removed: list[Known] = field(default_factory=list)
    ended: list[RecordRow] = field(default_factory=list)
    warnings: list[Warned] = field(default_factory=list)

    def tell(self, code: str, path: str, message: str) -> None:
        """Something that the writer should know; nothing is refused because of it."""
        self.warnings.append(Warned(code=code, path=path, message=message))


@dataclass(slots=True)
class Stamp:
    """What the transaction stamps on all that it writes."""

    clock: datetime
    seq: int
    author: str


@dataclass(slots=True)
class NamedRecords:
    """The records that an item supersedes or corrects."""

    superseded: list[RecordRow]
    corrected: list[RecordRow]

    @property
    def all(self) -> list[RecordRow]:
        return [*self.superseded, *self.corrected]


@dataclass(slots=True)
class ResolvedRetire:
    """A retirement with its names resolved."""

    given: Retired
    edge: EdgeRow | None = None
    link: tuple[str, str, str] | None = None
    entity: Known | None = None
