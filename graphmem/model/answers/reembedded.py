"""What a change of the model of the vectors did."""

from __future__ import annotations

from graphmem.model.base import Model


class Reembedded(Model):
    """The model that serves now, how much got vectors of it, and whether it took the place of another one."""

    name: str
    dimension: int
    filled: int
    switched: bool
    before: str | None = None
