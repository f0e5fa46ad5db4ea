"""What `doctor` found: the server, and everything that is not as it must be."""

from __future__ import annotations

from typing import Literal

from graphmem.model.base import Model

Weight = Literal["broken", "notice"]


class Server(Model):
    """Which server answers; `gds` is None where the graph data science library is not there."""

    version: str
    edition: str
    gds: str | None = None


class Finding(Model):
    """One kind of thing that is not as it must be: how often, a few of them, and what to do. A notice needs no repair."""

    code: str
    weight: Weight
    message: str
    count: int
    examples: tuple[str, ...] = ()
    advice: str


class Diagnosis(Model):
    """The state of a store: what is not as it must be, and what was mended just now."""

    server: Server
    findings: tuple[Finding, ...] = ()
    repaired: tuple[str, ...] = ()

    @property
    def well(self) -> bool:
        """Whether nothing is broken."""
        return not any(finding.weight == "broken" for finding in self.findings)
