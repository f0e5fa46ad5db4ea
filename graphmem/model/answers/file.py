"""The answer of `file`."""

from __future__ import annotations

from graphmem.model.answers.base import Answer, EntityBrief
from graphmem.model.answers.impact import Dependent
from graphmem.model.answers.parts import RecordBrief
from graphmem.model.base import Model


class Touch(Model):
    """Where in the file a record points: its lines and commit, as far as they were given."""

    lines: str | None
    commit: str | None


class FileRecord(RecordBrief):
    """A record about the file, and where it points."""

    touches: tuple[Touch, ...]


class Component(Model):
    """A code component that current records about the file name, and what depends on it directly."""

    entity: EntityBrief
    dependents: tuple[Dependent, ...]
    truncated: bool


class FileView(Answer):
    """What is known about one file: problems, decisions and other records, newest first, ended ones marked; then who depends on it."""

    path: str
    problems: tuple[FileRecord, ...]
    problems_truncated: bool
    decisions: tuple[FileRecord, ...]
    decisions_truncated: bool
    records: tuple[FileRecord, ...]
    records_truncated: bool
    components: tuple[Component, ...]
    components_truncated: bool
