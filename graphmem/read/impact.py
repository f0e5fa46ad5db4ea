"""Impact: what may break when one thing changes, and the evidence for it."""

from __future__ import annotations

from datetime import datetime

from graphmem.errors import InvalidArgument
from graphmem.model.answers.base import EntityBrief, Step
from graphmem.model.answers.impact import Dependent, Impact, Risk
from graphmem.model.base import Model
from graphmem.model.ontology import MAX_DEPTH
from graphmem.model.times import Precision, shown_time
from graphmem.read.names import find_entity
from graphmem.store import Reader
from graphmem.work.past import gone_wrong

WIDTH = 200  # dependents a level: a hub may have 17,000, the answer stays readable and says `truncated`
RISKS = 50  # risks an answer, at most EACH of one entity
EACH = 20


class EvidenceRow(Model):
    """One edge of a link, as the statement returns it."""

    source: str
    target: str
    type: str
    reason: str
    record: str
    author: str
    since: datetime
    precision: Precision
    semantic: str | None = None

    def step(self) -> Step:
        return Step(
            source=self.source, target=self.target, type=self.type, reason=self.reason, record=self.record, author=self.author,
            since=shown_time(self.since, self.precision), semantic=self.semantic,
        )  # fmt: skip


class ImpactRow(Model):
    """The columns of `read/impact_level`."""

    entity: EntityBrief
    via: str
    evidence: tuple[EvidenceRow, ...]


class RiskRow(Model):
    """The columns of `read/risks`."""

    record: str
    kind: str
    title: str
    description: str | None
    author: str
    valid_from: datetime
    precision: Precision
    holds: bool
    about: EntityBrief
    hop: int

    def risk(self) -> Risk:
        given = self.model_dump(exclude={"valid_from", "precision"})
        return Risk(**given, at=shown_time(self.valid_from, self.precision))


async def impact(reader: Reader, name: str, *, depth: int = 3) -> Impact:
    """Everything that depends on `name`, each once, nearest first; raises `NameNotFound` or `AmbiguousName`."""
    if not 1 <= depth <= MAX_DEPTH:
        raise InvalidArgument("depth", f"{depth} given; it is 1 to {MAX_DEPTH}")
    entity = await find_entity(reader, name)
    found, truncated = await dependents(reader, [entity.id], depth=depth, width=WIDTH)
    known, risks_truncated = await risks(reader, [entity.id], found, each=EACH, most=RISKS)
    tasks, tasks_truncated = await gone_wrong(reader, _about([entity.id], found))
    among = [d.entity.id for d in found]
    reached = bool(among) and (await reader.one("read/is_reached", entity=entity.id, among=among))["reached"]
    return Impact(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, entity=entity, dependents=tuple(found), in_cycle=reached,
        truncated=truncated, risks=tuple(known), risks_truncated=risks_truncated,
        past_tasks=tasks, past_tasks_truncated=tasks_truncated,
    )  # fmt: skip


async def dependents(reader: Reader, starts: list[str], *, depth: int, width: int) -> tuple[list[Dependent], bool]:
    """What depends on any of the entities, level by level and each at its nearest, at most `width` a level.

    A path exists only if all its links hold at the same instant. The second value says whether a level had more.
    """
    paths: dict[str, tuple[Step, ...]] = dict.fromkeys(starts, ())
    found: list[Dependent] = []
    frontier, truncated = starts, False
    for hop in range(1, depth + 1):
        rows = await reader.models("read/impact_level", ImpactRow, frontier=frontier, seen=list(paths), limit=width + 1)
        truncated |= len(rows) > width
        level = [_dependent(row, hop, paths[row.via]) for row in rows[:width]]
        paths |= {d.entity.id: d.path for d in level}
        found += level
        if not (frontier := [d.entity.id for d in level]):
            break
    return found, truncated


def _dependent(row: ImpactRow, hop: int, path: tuple[Step, ...]) -> Dependent:
    """The oldest evidence is the last step of the path."""
    evidence = tuple(e.step() for e in row.evidence)
    return Dependent(entity=row.entity, hop=hop, path=(*path, evidence[0]), evidence=evidence)


async def risks(reader: Reader, starts: list[str], found: list[Dependent], *, each: int, most: int) -> tuple[list[Risk], bool]:
    """The risks of the entities and of what was found to depend on them: what holds first, then nearest, then newest first."""
    rows = await reader.models("read/risks", RiskRow, about=_about(starts, found), each=each, limit=most + 1)
    return [row.risk() for row in rows[:most]], len(rows) > most


def _about(starts: list[str], found: list[Dependent]) -> list[dict[str, object]]:
    """The things in question, each with how far away it is."""
    return [*({"id": id_, "hop": 0} for id_ in starts), *({"id": d.entity.id, "hop": d.hop} for d in found)]
