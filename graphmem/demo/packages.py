"""The packages installed beside graphmem, as a memory: who requires whom, and the requirement line that says so."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions

from graphmem.demo.markers import applies
from graphmem.memory import Memory
from graphmem.model.answers.parts import RecordBrief
from graphmem.model.ontology import MAX_ENTITIES, MAX_LIMIT
from graphmem.model.records import Definition, EntityRef, Relation
from graphmem.workspace import Workspace

WORKSPACE = "demo-packages"
AUTHOR = "package metadata"
BATCH = 100  # records a request; some packages require dozens of others
OTHERS = MAX_ENTITIES - 1  # packages that one record can name beside its own

_NAME = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")


@dataclass(frozen=True, slots=True)
class Package:
    """An installed package; `requires` pairs each installed package it needs with the line of the metadata that says so."""

    name: str
    version: str
    summary: str
    license: str
    requires: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """How many packages and links there are, how many records this call added or ended, and the package most others need."""

    packages: int
    links: int
    added: int
    ended: int
    hub: str


async def load(memory: Memory, workspace: str = WORKSPACE) -> Loaded:
    """Brings the workspace up to what is installed: a second call adds nothing, a changed package supersedes its record."""
    found = packages(distributions())
    snapshot = _snapshot(found)
    project = await memory.workspace(workspace, author=AUTHOR, session=snapshot, create=True)
    stored = {record.title: record async for record in _stored(project)}
    wanted = {record.term: record for record in _records(found, snapshot)}
    new = [
        record.model_copy(update={"supersedes": (stored[term].record,) if term in stored else ()})
        for term, record in wanted.items()
        if term not in stored or stored[term].session != snapshot
    ]
    for start in range(0, len(new), BATCH):
        await project.remember(*new[start : start + BATCH])
    gone = stored.keys() - wanted.keys()
    for term in sorted(gone):
        await project.forget(stored[term].record, reason="it is not installed any more, or needs nothing that is")
    return Loaded(len(found), sum(len(p.requires) for p in found), len(new), len(gone), _hub(found))


async def _stored(project: Workspace) -> AsyncIterator[RecordBrief]:
    cursor: str | None = None
    while True:
        page = await project.records(current=True, limit=MAX_LIMIT, cursor=cursor)
        for record in page.records:
            yield record
        if (cursor := page.cursor) is None:
            return


def packages(found: Iterable[Distribution]) -> list[Package]:
    """Every installed package once, as the interpreter would find it, with what it needs of the others; sorted by name."""
    first: dict[str, Distribution] = {}
    for distribution in found:
        if name := distribution.metadata["Name"]:
            first.setdefault(_canonical(name), distribution)
    return [_package(name, first[name], first.keys()) for name in sorted(first)]


def _package(name: str, distribution: Distribution, installed: Iterable[str]) -> Package:
    about = distribution.metadata
    lines = [line for line in distribution.requires or () if applies(line)]
    named = ((_canonical(match[1]), line) for line in lines if (match := _NAME.match(line)))
    requires = {other: line for other, line in named if other in installed and other != name}
    license_ = about["License-Expression"] or about["License"] or ""
    return Package(
        name=name, version=distribution.version or "", summary=about["Summary"] or "",
        license=license_ if len(license_) < 100 else "", requires=tuple(sorted(requires.items())),
    )  # fmt: skip


def _canonical(name: str) -> str:
    """The spelling under which all spellings of a package name are one."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _snapshot(found: list[Package]) -> str:
    """A name for this set of packages: another set, or another version of one, has another."""
    return "installed " + hashlib.sha256(repr(found).encode()).hexdigest()[:12]


def _records(found: list[Package], snapshot: str) -> Iterator[Definition]:
    """One record for each package that needs others, more for one that needs more than a record can name."""
    by_name = {package.name: package for package in found}
    for package in found:
        for part, start in enumerate(range(0, len(package.requires), OTHERS)):
            requires = package.requires[start : start + OTHERS]
            term = f"{package.name} ({part + 1})" if part else package.name
            yield Definition(
                term=term,
                definition=package.summary or f"{package.name}, a Python package",
                text="\n".join(line for _, line in requires),
                entities=tuple(_entity(by_name[name]) for name in (package.name, *(other for other, _ in requires))),
                relations=tuple(_relation(package.name, other, line) for other, line in requires),
                request_id=f"{snapshot}: {term}",
            )


def _entity(package: Package) -> EntityRef:
    fields = {"version": package.version or None, "license": package.license or None}
    return EntityRef(name=package.name, type="technology", description=package.summary or None, fields=fields)


def _relation(name: str, other: str, line: str) -> Relation:
    return Relation(source=name, type="depends_on", target=other, reason=f"its metadata requires {line}")


def _hub(found: list[Package]) -> str:
    """The package that most others need directly; of several, the first by name."""
    needed = Counter(other for package in found for other, _ in package.requires)
    return min(needed, key=lambda name: (-needed[name], name), default=found[0].name)
