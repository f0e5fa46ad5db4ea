"""What a context is made from: read in one transaction, a fixed number of statements whatever the task names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from graphmem.context.recognising import recognise
from graphmem.model.answers.base import Step
from graphmem.model.answers.context import Recognised
from graphmem.model.answers.impact import Dependent, Risk
from graphmem.model.answers.search import Hit
from graphmem.model.base import Model
from graphmem.read.impact import EvidenceRow, dependents, risks
from graphmem.store import Clocks, Reader

LINKS = 12  # of one entity
LOOKED_AT = 3_000  # edges of a hub, each way
DEPENDENTS = 20  # a hop
HOPS = 2
RISKS, RISKS_EACH = 20, 5


class ToldRow(Model):
    """The columns of `read/context_entities`."""

    id: str
    description: str | None
    links: tuple[EvidenceRow, ...]
    total: int

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(link.step() for link in self.links)


@dataclass(frozen=True, slots=True)
class Facts:
    """What the graph knows of the things that a task names, and the records that match it."""

    clocks: Clocks
    recognised: tuple[Recognised, ...]
    told: Mapping[str, ToldRow]
    dependents: tuple[Dependent, ...]
    dependents_cut: bool
    risks: tuple[Risk, ...]
    risks_cut: bool
    matches: tuple[Hit, ...] = ()
    more_matches: bool = False


async def facts_of(reader: Reader, task: str) -> Facts:
    """Everything but the matching records."""
    recognised = await recognise(reader, task)
    if not recognised:
        return Facts(reader.clocks, (), {}, (), False, (), False)
    ids = [r.entity.id for r in recognised]
    told = await reader.models("read/context_entities", ToldRow, ids=ids, each=LINKS, most=LOOKED_AT)
    found, cut = await dependents(reader, ids, depth=HOPS, width=DEPENDENTS)
    known, risks_cut = await risks(reader, ids, found, each=RISKS_EACH, most=RISKS)
    return Facts(
        reader.clocks, tuple(recognised), {row.id: row for row in told}, tuple(found), cut, tuple(known), risks_cut
    )  # fmt: skip
