"""Which ontology each workspace has: the built-in one, or its own, read anew whenever a transaction finds another version of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphmem.model.ontology import DEFAULT, Ontology

if TYPE_CHECKING:
    from graphmem.store.connection import Transaction


class OntologyMoved(Exception):
    """The workspace has another ontology now than the request was prepared for; it is prepared anew."""


class Ontologies:
    """The own ontologies that this process knows, by workspace, each with its version."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, Ontology]] = {}

    def of(self, workspace: str) -> Ontology:
        """The ontology as it was known last; every transaction looks whether it still is that."""
        return self._known.get(workspace, (0, DEFAULT))[1]

    def knows(self, workspace: str, version: int | None) -> bool:
        """Whether that is the version that is known."""
        return self._known.get(workspace, (0, DEFAULT))[0] == (version or 0)

    async def standing(self, transaction: Transaction, version: int | None) -> Ontology:
        """The ontology of that version, read where it is not known."""
        workspace = transaction.workspace
        if not self.knows(workspace, version):
            self._known.pop(workspace, None)
            for row in await transaction.rows("read/ontology_body", version=version or 0):
                from graphmem.model.own_ontology import OwnOntology, extended

                self._known[workspace] = (version or 0, extended(OwnOntology.model_validate_json(row["body"])))
        return self.of(workspace)
