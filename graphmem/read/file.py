"""File: what is known about one file before it is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from graphmem.errors import InvalidArgument, NotFound
from graphmem.model.answers.base import EntityBrief
from graphmem.model.answers.file import Component, FileRecord, FileView, Touch
from graphmem.model.answers.impact import Dependent
from graphmem.model.answers.parts import RecordBrief
from graphmem.model.base import Model
from graphmem.model.files import FileRefused, parse_file_reference
from graphmem.read.briefs import record_briefs
from graphmem.read.impact import EvidenceRow
from graphmem.read.paging import check_limit
from graphmem.store import Reader

COMPONENTS = 50
EACH = 20  # direct dependents a component, and pieces of evidence a dependent


class TouchRow(Model):
    """A record that touches the file."""

    record: str
    kind: str
    touches: tuple[Touch, ...]


class FileRow(Model):
    """The columns of `read/file_records`."""

    path: str
    problems: tuple[TouchRow, ...]
    decisions: tuple[TouchRow, ...]
    records: tuple[TouchRow, ...]


class DependentRow(Model):
    """A direct dependent with its evidence, the oldest first."""

    entity: EntityBrief
    evidence: tuple[EvidenceRow, ...]

    def dependent(self) -> Dependent:
        evidence = tuple(e.step() for e in self.evidence[:EACH])
        return Dependent(entity=self.entity, hop=1, path=evidence[:1], evidence=evidence)


class ComponentRow(Model):
    """The columns of `read/file_components`."""

    component: EntityBrief
    dependents: tuple[DependentRow, ...]

    def shown(self) -> Component:
        dependents = tuple(d.dependent() for d in self.dependents[:EACH])
        return Component(entity=self.component, dependents=dependents, truncated=len(self.dependents) > EACH)


async def file(reader: Reader, path: str, *, limit: int = 50) -> FileView:
    """The records about the file and what depends on the code they name; raises `NotFound` for a file that no record touches.

    Lines and commit in `path` are understood and do not narrow the answer: lines move as the file changes.
    """
    check_limit(limit)
    try:
        asked = parse_file_reference(path).path
    except FileRefused as error:
        raise InvalidArgument("path", str(error)) from error
    id_ = f"{reader.workspace}\x1f{asked}"
    rows = await reader.models("read/file_records", FileRow, file=id_, limit=limit + 1)
    if not rows:
        raise NotFound("file", asked)
    row = rows[0]
    briefs = {b.record: b for b in await record_briefs(reader, _ids(row, limit))}
    components = await reader.models("read/file_components", ComponentRow, file=id_, limit=COMPONENTS + 1, each=EACH + 1)
    return FileView(
        as_of=reader.clocks.as_of, valid_at=reader.clocks.valid_at, path=row.path,
        problems=_shown(row.problems[:limit], briefs), problems_truncated=len(row.problems) > limit,
        decisions=_shown(row.decisions[:limit], briefs), decisions_truncated=len(row.decisions) > limit,
        records=_shown(row.records[:limit], briefs), records_truncated=len(row.records) > limit,
        components=tuple(c.shown() for c in components[:COMPONENTS]), components_truncated=len(components) > COMPONENTS,
    )  # fmt: skip


def _ids(row: FileRow, limit: int) -> list[str]:
    return [x.record for rows in (row.problems, row.decisions, row.records) for x in rows[:limit]]


def _shown(rows: Iterable[TouchRow], briefs: Mapping[str, RecordBrief]) -> tuple[FileRecord, ...]:
    return tuple(FileRecord(**briefs[row.record].model_dump(), touches=row.touches) for row in rows)
