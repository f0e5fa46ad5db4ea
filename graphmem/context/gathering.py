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
from graphmem.read.impact import EvidenceRow, ImpactRow, RiskRow
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
    dependents, cut = await _dependents(reader, ids)
    risks, risks_cut = await _risks(reader, ids, dependents)
    return Facts(
        reader.clocks, tuple(recognised), {row.id: row for row in told}, tuple(dependents), cut, tuple(risks), risks_cut
    )  # fmt: skip


async def _dependents(reader: Reader, ids: list[str]) -> tuple[list[Dependent], bool]:
    """What a change of any of them reaches within two hops, each at its nearest, the most central first."""
    found: list[Dependent] = []
    paths: dict[str, tuple[Step, ...]] = dict.fromkeys(ids, ())
    frontier, cut = ids, False
    for hop in range(1, HOPS + 1):
        rows = await reader.models("read/impact_level", ImpactRow, frontier=frontier, seen=list(paths), limit=DEPENDENTS + 1)
        cut |= len(rows) > DEPENDENTS
        level = [_dependent(row, hop, paths[row.via]) for row in rows[:DEPENDENTS]]
        paths |= {d.entity.id: d.path for d in level}
        found += level
        if not (frontier := [d.entity.id for d in level]):
            break
    return found, cut


def _dependent(row: ImpactRow, hop: int, path: tuple[Step, ...]) -> Dependent:
    evidence = tuple(e.step() for e in row.evidence[:1])
    return Dependent(entity=row.entity, hop=hop, path=(*path, evidence[0]), evidence=evidence)


async def _risks(reader: Reader, ids: list[str], dependents: list[Dependent]) -> tuple[list[Risk], bool]:
    about = [{"id": id_, "hop": 0} for id_ in ids] + [{"id": d.entity.id, "hop": d.hop} for d in dependents]
    rows = await reader.models("read/risks", RiskRow, about=about, each=RISKS_EACH, limit=RISKS + 1)
    return [row.risk() for row in rows[:RISKS]], len(rows) > RISKS
