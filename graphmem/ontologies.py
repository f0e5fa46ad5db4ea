"""The verbs of a workspace's ontology; each is a method of `Workspace`, which takes them from here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.model.answers.ontology import OntologyDiff, OntologyView
from graphmem.model.receipts import Receipt
from graphmem.model.records import Time

if TYPE_CHECKING:
    from graphmem.workspace import Workspace


async def ontology(self: Workspace, *, as_of: Time | None = None, valid_at: Time | None = None) -> OntologyView:
    """The types that the workspace accepts: the built-in ones and its own, and every version of those."""
    from graphmem.read.ontology import ontology

    return await self._read(ontology, as_of, valid_at)


async def diff_ontology(self: Workspace, text: str) -> OntologyDiff:
    """What an ontology, in YAML or JSON, would change here, and how many entities and links each change affects; nothing is changed.

    Raises `Refused` with the path of every field that breaks a rule.
    """
    from graphmem.read.ontology import declared_in, diff_ontology

    declared = declared_in(text)
    return await self._read(lambda reader: diff_ontology(reader, declared), None, None)


async def apply_ontology(
    self: Workspace, text: str, *, reason: str | None = None, request_id: str | None = None, dry_run: bool = False
) -> Receipt:
    """Makes an ontology, in YAML or JSON, the workspace's own, as a new version. Types that are in use stay, or become what it names.

    Raises `Refused` with the path of every field that breaks a rule, and of every type in use that would be lost.
    """
    from graphmem.read.ontology import declared_in
    from graphmem.write.ontology import apply_ontology

    return await apply_ontology(self._actor, declared_in(text), reason=reason, request_id=request_id, dry_run=dry_run)
